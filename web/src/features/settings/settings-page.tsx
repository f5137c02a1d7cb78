import type { ReactNode } from "react";
import { messageOf } from "@/api/problem";
import { type Settings, useSettings } from "@/api/settings";
import { useTitle } from "@/lib/hooks";
import { FormSection } from "@/ui/form-section";
import { Retry } from "@/ui/retry";
import { Loading, PageHeader, Skeleton } from "@/ui/surface";
import { AccountForm } from "./account-form";
import { DangerZone } from "./danger-zone";
import { EmailForm } from "./email-form";
import { ExportData } from "./export-data";
import { KeySection } from "./keys/key-section";
import { NotificationSwitches } from "./notifications";
import { UnsavedGuard } from "./unsaved";
import { WebhookSection } from "./webhooks/webhook-section";

interface Inserts {
  security?: ReactNode;
  mail?: ReactNode;
}

/** A part of a section that links lead to. */
function Anchor({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} tabIndex={-1} className="min-w-0 scroll-mt-20 outline-none">
      {children}
    </div>
  );
}

function Parts({ settings, security, mail }: Inserts & { settings: Settings }) {
  return (
    <UnsavedGuard>
      <div>
        <FormSection id="account-settings" title="Account Information" description="Who you are, and where.">
          <AccountForm account={settings.account} />
          <Anchor id="your-data">
            <ExportData />
          </Anchor>
        </FormSection>
        <FormSection
          id="email-configuration"
          title="Email Configuration"
          description="What new newsletters begin with."
        >
          <EmailForm email={settings.email} />
        </FormSection>
        <FormSection id="api-settings" title="API Settings" description="For your own programs.">
          <KeySection />
          <Anchor id="webhooks">
            <WebhookSection />
          </Anchor>
        </FormSection>
        <FormSection id="notifications" title="Notifications" description="What Letterpress writes to you itself.">
          <NotificationSwitches notifications={settings.notifications} />
          {mail}
        </FormSection>
        {security}
        <FormSection id="danger-zone" title="Danger Zone" description="What cannot be undone.">
          <DangerZone email={settings.account.email} />
        </FormSection>
      </div>
    </UnsavedGuard>
  );
}

/** The settings of the account. What keeps it safe, and its mail, are put in from outside. */
export default function SettingsPage(inserts: Inserts) {
  const { data, error, mutate } = useSettings();
  useTitle("Settings");
  return (
    <>
      <PageHeader title="Settings" lead="Your account, your mail and what else may use them." />
      {error && !data ? (
        <div className="mt-8">
          <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>
        </div>
      ) : null}
      {!data && !error ? (
        <div className="mt-8">
          <Loading text="Loading settings...">
            <Skeleton className="h-96 w-full rounded-card" />
            <Skeleton className="mt-10 h-72 w-full rounded-card" />
          </Loading>
        </div>
      ) : null}
      {data ? <Parts settings={data} {...inserts} /> : null}
    </>
  );
}
