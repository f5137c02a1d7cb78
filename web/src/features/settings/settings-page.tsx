import type { ReactNode } from "react";
import { messageOf } from "@/api/problem";
import { type Settings, useSettings } from "@/api/settings";
import { useTitle } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Banner, Loading, PageHeader, Section, Skeleton } from "@/ui/surface";
import { AccountForm } from "./account-form";
import { DangerZone } from "./danger-zone";
import { EmailForm } from "./email-form";
import { KeySection } from "./keys/key-section";
import { NotificationSwitches } from "./notifications";
import { UnsavedGuard } from "./unsaved";
import { WebhookSection } from "./webhooks/webhook-section";

/** On a wide screen the title stands beside its form. */
const beside =
  "mt-10 border-line border-t pt-8 lg:grid lg:grid-cols-[240px_minmax(0,680px)] lg:items-start lg:gap-x-12 first:mt-8 first:border-t-0 first:pt-0";

interface PartProps {
  id: string;
  title: string;
  description: ReactNode;
  children: ReactNode;
}

function Part({ children, ...heading }: PartProps) {
  return (
    <Section {...heading} className={beside}>
      <div className="grid min-w-0 gap-4">{children}</div>
    </Section>
  );
}

function Parts({ settings, security }: { settings: Settings; security: ReactNode }) {
  return (
    <UnsavedGuard>
      <div>
        <Part id="account-settings" title="Account Information" description="Who you are, and where.">
          <AccountForm account={settings.account} />
        </Part>
        <Part id="email-configuration" title="Email Configuration" description="What new newsletters begin with.">
          <EmailForm email={settings.email} />
        </Part>
        <Part id="api-settings" title="API Settings" description="For your own programs.">
          <KeySection />
          <WebhookSection />
        </Part>
        <Part id="notifications" title="Notifications" description="What Letterpress writes to you itself.">
          <NotificationSwitches notifications={settings.notifications} />
        </Part>
        {security}
        <Part id="danger-zone" title="Danger Zone" description="What cannot be undone.">
          <DangerZone email={settings.account.email} />
        </Part>
      </div>
    </UnsavedGuard>
  );
}

/** The settings of the account. What keeps it safe is put in from outside, as a section like these. */
export default function SettingsPage({ security }: { security?: ReactNode }) {
  const { data, error, mutate } = useSettings();
  useTitle("Settings");
  return (
    <>
      <PageHeader title="Settings" lead="Your account, your mail and what else may use them." />
      {error && !data ? (
        <div className="mt-8">
          <Banner
            action={
              <Button size="small" onClick={() => void mutate()}>
                Try Again
              </Button>
            }
          >
            {messageOf(error)}
          </Banner>
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
      {data ? <Parts settings={data} security={security} /> : null}
    </>
  );
}
