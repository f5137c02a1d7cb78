import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router";
import { Gated } from "./gated";
import { NotFound } from "./not-found";

const pages = {
  "/": () => import("@/features/overview/overview-page"),
  "/analytics": () => import("@/features/analytics/analytics-page"),
  "/newsletters": () => import("@/features/newsletters/newsletters-page"),
  "/subscribers": () => import("@/features/subscribers/subscribers-page"),
  "/campaigns": () => import("@/features/campaigns/campaigns-page"),
  "/templates": () => import("@/features/templates/templates-page"),
  "/settings": () => import("./settings"),
  "/domains": () => import("@/features/domains/domains-page"),
  "/documentation": () => import("@/features/guide/contents-page"),
  "/api-reference": () => import("@/features/api-reference/api-page"),
  "/support": () => import("@/features/support/support-page"),
};

const OverviewPage = lazy(pages["/"]);
const AnalyticsPage = lazy(pages["/analytics"]);
const NewslettersPage = lazy(pages["/newsletters"]);
const SubscribersPage = lazy(pages["/subscribers"]);
const CampaignsPage = lazy(pages["/campaigns"]);
const TemplatesPage = lazy(pages["/templates"]);
const SettingsPage = lazy(pages["/settings"]);
const DomainsPage = lazy(pages["/domains"]);
const ContentsPage = lazy(pages["/documentation"]);
const ApiPage = lazy(pages["/api-reference"]);
const SupportPage = lazy(pages["/support"]);
const GuidePage = lazy(() => import("@/features/guide/guide-page"));
const TemplateEditorPage = lazy(() => import("@/features/templates/editor-page"));
const DesignPage = lazy(() => import("@/features/campaigns/design-page"));
const ResetPasswordPage = lazy(() => import("@/features/accounts/reset-password-page"));
const VerifyEmailPage = lazy(() => import("@/features/accounts/verify-email-page"));
const ReportPage = lazy(() => import("@/features/campaigns/report-page"));

/** Fetches the code of the page that will be shown first, so that the gate opens on a finished page. */
async function preloadPage() {
  const load = Object.entries(pages).find(([path]) => path === location.pathname)?.[1];
  await load?.();
}

export function AppRoutes() {
  return (
    <Routes>
      <Route
        path="/reset-password"
        element={
          <Suspense>
            <ResetPasswordPage />
          </Suspense>
        }
      />
      <Route
        path="/verify-email"
        element={
          <Suspense>
            <VerifyEmailPage />
          </Suspense>
        }
      />
      <Route element={<Gated prepare={preloadPage} />}>
        <Route path="/" element={<OverviewPage />} />
        <Route path="/analytics" element={<AnalyticsPage />} />
        <Route path="/newsletters" element={<NewslettersPage />} />
        <Route path="/subscribers" element={<SubscribersPage />} />
        <Route path="/campaigns" element={<CampaignsPage />} />
        <Route path="/campaigns/:newsletterId/:campaignId/report" element={<ReportPage />} />
        <Route path="/campaigns/:newsletterId/:campaignId/design" element={<DesignPage />} />
        <Route path="/templates" element={<TemplatesPage />} />
        <Route path="/templates/new" element={<TemplateEditorPage />} />
        <Route path="/templates/:id/edit" element={<TemplateEditorPage />} />
        <Route path="/settings" element={<SettingsPage />} />
        <Route path="/domains" element={<DomainsPage />} />
        <Route path="/documentation" element={<ContentsPage />} />
        <Route path="/documentation/:slug" element={<GuidePage />} />
        <Route path="/api-reference" element={<ApiPage />} />
        <Route path="/support" element={<SupportPage />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
