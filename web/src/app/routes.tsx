import { type ReactNode, Suspense } from "react";
import { Route, Routes } from "react-router";
import { codeOf, lazyCode } from "@/lib/code";
import { Gated } from "./gated";
import { NotFound } from "./not-found";
import { ErrorBoundary } from "./shell/error-boundary";

const pages = {
  "/": codeOf(() => import("@/features/overview/overview-page")),
  "/analytics": codeOf(() => import("@/features/analytics/analytics-page")),
  "/newsletters": codeOf(() => import("@/features/newsletters/newsletters-page")),
  "/subscribers": codeOf(() => import("@/features/subscribers/subscribers-page")),
  "/campaigns": codeOf(() => import("@/features/campaigns/campaigns-page")),
  "/templates": codeOf(() => import("@/features/templates/templates-page")),
  "/settings": codeOf(() => import("./settings")),
  "/domains": codeOf(() => import("@/features/domains/domains-page")),
  "/documentation": codeOf(() => import("@/features/guide/contents-page")),
  "/api-reference": codeOf(() => import("@/features/api-reference/api-page")),
  "/support": codeOf(() => import("@/features/support/support-page")),
};

const OverviewPage = pages["/"].Part;
const AnalyticsPage = pages["/analytics"].Part;
const NewslettersPage = pages["/newsletters"].Part;
const SubscribersPage = pages["/subscribers"].Part;
const CampaignsPage = pages["/campaigns"].Part;
const TemplatesPage = pages["/templates"].Part;
const SettingsPage = pages["/settings"].Part;
const DomainsPage = pages["/domains"].Part;
const ContentsPage = pages["/documentation"].Part;
const ApiPage = pages["/api-reference"].Part;
const SupportPage = pages["/support"].Part;
const inner = {
  guide: codeOf(() => import("@/features/guide/guide-page")),
  template: codeOf(() => import("@/features/templates/editor-page")),
  design: codeOf(() => import("@/features/campaigns/design-page")),
  report: codeOf(() => import("@/features/campaigns/report-page")),
  write: codeOf(() => import("@/features/campaigns/write/write-page")),
};
const GuidePage = inner.guide.Part;
const TemplateEditorPage = inner.template.Part;
const DesignPage = inner.design.Part;
const ReportPage = inner.report.Part;
const WritePage = inner.write.Part;
const ResetPasswordPage = lazyCode(() => import("@/features/accounts/reset-password-page"));
const VerifyEmailPage = lazyCode(() => import("@/features/accounts/verify-email-page"));

/** Fetches the code of the page that will be shown first, so that the gate opens on a finished page. */
async function preloadPage() {
  const page = Object.entries(pages).find(([path]) => path === location.pathname)?.[1];
  await page?.preload();
}

/**
 * Fetches every page's code, one after the other: then none of them fails when the connection does, or when an upgrade
 * of the server takes its files away.
 */
export async function prefetchPages() {
  for (const page of [...Object.values(pages), ...Object.values(inner)]) await page.prefetch();
}

/** A page outside of the shell. */
const alone = (page: ReactNode) => (
  <ErrorBoundary>
    <Suspense>{page}</Suspense>
  </ErrorBoundary>
);

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/reset-password" element={alone(<ResetPasswordPage />)} />
      <Route path="/verify-email" element={alone(<VerifyEmailPage />)} />
      <Route element={<Gated prepare={preloadPage} />}>
        <Route path="/" element={<OverviewPage />} />
        <Route path="/analytics" element={<AnalyticsPage />} />
        <Route path="/newsletters" element={<NewslettersPage />} />
        <Route path="/subscribers" element={<SubscribersPage />} />
        <Route path="/campaigns" element={<CampaignsPage />} />
        <Route path="/campaigns/:newsletterId/:campaignId/report" element={<ReportPage />} />
        <Route path="/campaigns/:newsletterId/:campaignId/design" element={<DesignPage />} />
        <Route path="/campaigns/:newsletterId/:campaignId/edit" element={<WritePage />} />
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
