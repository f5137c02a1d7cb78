import { withQuery } from "@/api/client";
import { useCapturedMail } from "@/api/data";
import { useSettings } from "@/api/settings";
import type { CapturedMail } from "@/api/types";
import { MailList } from "@/features/campaigns/report/captured-mail";

const SHOWN = 10;
const LOOKED_AT = 100;
const WATCH_MS = 5000;

/** Mails to the author; the link to a new address is found by its subject, for it goes there. */
function useAccountMail(): CapturedMail[] {
  const settings = useSettings().data;
  const kept = settings?.email.transport === "capture";
  const find = (q: string | undefined) => (kept && q ? withQuery("/api/captured-mail", { q, limit: LOOKED_AT }) : null);
  const own = useCapturedMail(find(settings?.account.email), { refreshInterval: WATCH_MS });
  const links = useCapturedMail(find("verify your e-mail address"), { refreshInterval: WATCH_MS });
  const rows = [...(own.data?.rows ?? []), ...(links.data?.rows ?? [])].filter(({ kind }) => kind === "account");
  return [...new Map(rows.map((mail) => [mail.id, mail])).values()].toSorted((a, b) => b.id - a.id).slice(0, SHOWN);
}

/** What Letterpress wrote to the author where no mail leaves: there is no other place to read it. */
export function AccountMail() {
  const rows = useAccountMail();
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
