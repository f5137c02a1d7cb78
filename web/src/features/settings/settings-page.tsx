import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { messageOf } from "@/api/problem";
import { useAudit, useSecurity, useSessions } from "@/api/security";
import { type Settings, useSettings } from "@/api/settings";
import { useTitle } from "@/lib/hooks";
import { FormSection } from "@/ui/form-section";
import { Retry } from "@/ui/retry";
import { Loading, PageHeader, Skeleton } from "@/ui/surface";
import { AccountForm } from "./account-form";
import { ApiSection } from "./api-section";
import { DangerZone } from "./danger-zone";
import { EmailForm } from "./email-form";
import { ExportData } from "./export-data";
import { NotificationSwitches } from "./notifications";
import { type Section, sectionAt, settingsPath } from "./sections";
import { SettingsNav } from "./settings-nav";
import { Together } from "./together";
import { UnsavedGuard } from "./unsaved";
import { say } from "./words";

interface Inserts {
  security?: ReactNode;
  mail?: ReactNode;
}

/** What needs the settings, once they are here. */
function Loaded({ children }: { children: (settings: Settings) => ReactNode }) {
  const { data, error, mutate } = useSettings();
  if (data) return children(data);
  if (error) return <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>;
  return (
    <Loading text={say.loadingSettings}>
      <Skeleton className="h-96 w-full rounded-card" />
    </Loading>
  );
}

function SecurityPage({ children }: { children: ReactNode }) {
  return (
    <Together parts={[useSecurity(), useSessions(), useAudit()]} text={say.loadingSecuritySettings}>
      {children}
    </Together>
  );
}

function Page({ section: { slug, title }, security, mail }: Inserts & { section: Section }) {
  switch (slug) {
    case "account":
      return (
        <FormSection id="account-settings" title={title} description={say.whoYouAreAndWhere}>
          <Loaded>{({ account }) => <AccountForm account={account} />}</Loaded>
        </FormSection>
      );
    case "email":
      return (
        <FormSection id="email-configuration" title={title} description={say.defaultsForNewNewsletters}>
          <Loaded>{({ email }) => <EmailForm email={email} />}</Loaded>
        </FormSection>
      );
    case "api":
      return <ApiSection title={title} />;
    case "notifications":
      return (
        <FormSection id="notifications" title={title} description={say.emailsWeSendYou}>
          <Loaded>{({ notifications }) => <NotificationSwitches notifications={notifications} />}</Loaded>
          {mail}
        </FormSection>
      );
    case "security":
      return <SecurityPage>{security}</SecurityPage>;
    case "data":
      return (
        <FormSection id="your-data" title={title} description={say.takeEverythingWithYou}>
          <ExportData />
        </FormSection>
      );
    case "danger-zone":
      return (
        <FormSection id="danger-zone" title={title} description={say.theseCantBeUndone}>
          <Loaded>{({ account }) => <DangerZone email={account.email} />}</Loaded>
        </FormSection>
      );
  }
}

/** The settings of the account, a page each. What keeps it safe, and its emails, are put in from outside. */
export default function SettingsPage(inserts: Inserts) {
  const location = useLocation();
  const section = sectionAt(location);
  const path = settingsPath(section);
  useTitle(say.settingsTitle(section.title));
  return (
    <>
      {location.pathname === path ? null : <Navigate to={{ ...location, pathname: path }} replace />}
      <PageHeader title={say.settings} lead={say.accountSendingAPIAndSecurity} />
      <div className="mt-6 grid gap-6 xl:mt-8 xl:grid-cols-[200px_minmax(0,680px)] xl:gap-x-12">
        <SettingsNav here={section} />
        <div className="min-w-0 max-w-[680px]">
          <UnsavedGuard key={section.slug}>
            <Page section={section} {...inserts} />
          </UnsavedGuard>
        </div>
      </div>
    </>
  );
}
