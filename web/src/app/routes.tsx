import type { ReactNode } from "react";
import { Navigate, Route, Routes, useParams } from "react-router";
import { lazyCode } from "@/lib/code";
import { designPath } from "@/lib/paths";
import { Gated } from "./gated";
import { NotFound } from "./not-found";
import { inner, pages, preloadPage } from "./pages";
import { ErrorBoundary } from "./shell/error-boundary";

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
const GuidePage = inner.guide.Part;
const SuppressionsPage = inner.suppressions.Part;
const TemplateEditorPage = inner.template.Part;
const ReportPage = inner.report.Part;
const WritePage = inner.write.Part;
const ResetPasswordPage = lazyCode(() => import("@/features/accounts/reset-password-page"));
const VerifyEmailPage = lazyCode(() => import("@/features/accounts/verify-email-page"));

/** From where designs were before campaigns had a page of their own. */
function ToDesign() {
  const { newsletterId, campaignId } = useParams();
  return <Navigate to={designPath(Number(newsletterId), Number(campaignId))} replace />;
}

/** A page outside of the shell. */
const alone = (page: ReactNode) => <ErrorBoundary>{page}</ErrorBoundary>;

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
        <Route path="/subscribers/suppressions" element={<SuppressionsPage />} />
        <Route path="/campaigns" element={<CampaignsPage />} />
        <Route path="/campaigns/:newsletterId/:campaignId/report" element={<ReportPage />} />
        <Route path="/campaigns/:newsletterId/:campaignId/design" element={<ToDesign />} />
        <Route path="/campaigns/:newsletterId/:campaignId/edit" element={<WritePage />} />
        <Route path="/templates" element={<TemplatesPage />} />
        <Route path="/templates/new" element={<TemplateEditorPage />} />
        <Route path="/templates/:id/edit" element={<TemplateEditorPage />} />
        <Route path="/settings/:section?" element={<SettingsPage />} />
        <Route path="/domains" element={<DomainsPage />} />
        <Route path="/documentation" element={<ContentsPage />} />
        <Route path="/documentation/:slug/:part?" element={<GuidePage />} />
        <Route path="/api-reference" element={<ApiPage />} />
        <Route path="/support" element={<SupportPage />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
