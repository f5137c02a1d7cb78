import { withQuery } from "@/api/client";
import { useCapturedMail } from "@/api/data";
import { useSettings } from "@/api/settings";
import { MailList } from "@/features/campaigns/report/captured-mail";

const SHOWN = 10;
const WATCH_MS = 5000;
const MAILS = withQuery("/api/captured-mail", { kind: "account", limit: SHOWN });

/** What Letterpress wrote to the author where no mail leaves: there is no other place to read it. */
export function AccountMail() {
  const kept = useSettings().data?.email.transport === "capture";
  const rows = useCapturedMail(kept ? MAILS : null, { refreshInterval: WATCH_MS }).data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="account-mail">
      <h3 id="account-mail" className="mt-2 font-medium text-13">
        Mail to you
      </h3>
      <p className="mt-0.5 mb-3 text-13 text-muted">
        Kept here instead of delivered, as long as this installation has no email service.
      </p>
      <MailList rows={rows} />
    </section>
  );
}
