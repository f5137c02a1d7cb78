import { useId } from "react";
import { useCapturedMail } from "@/api/captured-mail";
import { useSettings } from "@/api/settings";
import { MailList } from "@/features/campaigns/report/captured-mail";
import { say } from "./words";

const SHOWN = 10;
const WATCH_MS = 5000;

function Mails({ kind, title, children }: { kind: "account" | "reader" | "message"; title: string; children: string }) {
  const id = useId();
  const rows = useCapturedMail({ kind, limit: SHOWN }, { refreshInterval: WATCH_MS }).data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mt-2 font-medium text-13">
        {title}
      </h3>
      <p className="mt-0.5 mb-3 text-13 text-muted">{children}</p>
      <MailList rows={rows} />
    </section>
  );
}

/** What belongs to no campaign, where no mail leaves: there is no other place to read it. */
export function AccountMail() {
  if (useSettings().data?.email.transport !== "capture") return null;
  return (
    <>
      <Mails kind="account" title={say.mailToYou}>
        {say.keptHereInsteadOfDelivered}
      </Mails>
      <Mails kind="reader" title={say.questionsToSubscribers}>
        {say.keptHereTooTheyAsk}
      </Mails>
      <Mails kind="message" title={say.emailsToOnePerson}>
        {say.keptHereWhatProgramsSent}
      </Mails>
    </>
  );
}
