import { useState } from "react";
import { type CapturedMail, useCapturedMail } from "@/api/captured-mail";
import { messageOf } from "@/api/problem";
import { formatBytes } from "@/lib/format";
import { useCursors } from "@/lib/list";
import { Tag } from "@/ui/badge";
import { PageButtons } from "@/ui/page-buttons";
import { Retry } from "@/ui/retry";
import { Card, Section } from "@/ui/surface";
import { Time } from "@/ui/time";
import { MessageDialog } from "./message-dialog";
import { say } from "./words";

const PAGE_SIZE = 10;
const AGAIN_MS = 5000;

function Row({ mail, onRead }: { mail: CapturedMail; onRead: () => void }) {
  return (
    <li className="border-line border-t first:border-t-0">
      <button
        type="button"
        onClick={onRead}
        className="flex w-full items-center justify-between gap-4 px-5 py-2.5 text-left text-13 transition-colors duration-150 hover:bg-raised/60"
      >
        <span className="min-w-0">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{mail.to}</span>
            {mail.kind === "test" ? <Tag>{say.test}</Tag> : null}
          </span>
          <span className="block truncate text-12 text-muted">{mail.subject}</span>
        </span>
        <span className="figures shrink-0 text-right text-12 text-muted">
          <Time at={mail.captured_at} className="block" />
          {formatBytes(mail.size_bytes)}
        </span>
      </button>
    </li>
  );
}

/** A list of kept emails, each of which can be opened. */
export function MailList({ rows }: { rows: CapturedMail[] }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Card className="overflow-hidden">
      <ul>
        {rows.map((mail) => (
          <Row key={mail.id} mail={mail} onRead={() => setOpen(mail.id)} />
        ))}
      </ul>
      {open === null ? null : <MessageDialog id={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}

/** The emails that the built-in mailbox kept instead of sending; absent when email really leaves. */
export function CapturedMailSection({ campaignId, live }: { campaignId: number; live: boolean }) {
  const { cursor, previous, nextAfter } = useCursors();
  const query = { campaign_id: campaignId, limit: PAGE_SIZE, cursor };
  const { data, error, mutate } = useCapturedMail(query, { refreshInterval: live ? AGAIN_MS : 0 });
  if (error && !data) {
    return (
      <div className="mt-8">
        <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>
      </div>
    );
  }
  if (!data || (data.rows.length === 0 && !previous)) return null;
  const next = nextAfter(data.next);
  return (
    <Section
      id="captured-mail"
      title={say.capturedEmails}
      className="mt-8"
      description={say.totalKeptInTheBuilt(data.total)}
    >
      <MailList rows={data.rows} />
      {previous || next ? <PageButtons className="mt-3 justify-end" previous={previous} next={next} /> : null}
    </Section>
  );
}
