import { useState } from "react";
import { type Campaign, usePreview } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import type { Subscriber } from "@/api/subscribers";
import { Retry } from "@/ui/retry";
import { Loading, Skeleton } from "@/ui/surface";
import { Envelope, MailView } from "../mail-view";
import { ReaderPicker } from "../reader-picker";
import { useAfterSave } from "./use-after-save";
import { say } from "./words";

/** Soon after a save, and not for each of a row of them. */
const AFTER_MS = 400;

/** What was saved last, as one subscriber will have it, beside what is written. */
export default function PreviewPane({ campaign }: { campaign: Campaign }) {
  const [reader, setReader] = useState<Subscriber | null>(null);
  const { data, error, mutate } = usePreview(campaign, { subscriber_id: reader?.id });
  useAfterSave(campaign, AFTER_MS, mutate);
  return (
    <section aria-label={say.preview} className="min-w-0">
      {error ? <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry> : null}
      <ReaderPicker newsletterId={campaign.newsletter_id} reader={reader} onPick={setReader} />
      {data ? (
        <>
          <Envelope
            lines={[
              [say.from, data.from],
              [say.subject, data.subject],
              [say.preview, data.preheader],
            ]}
          />
          <MailView
            title={say.previewOfSubject(data.subject)}
            html={data.html}
            text={data.text}
            headers={data.headers}
          />
        </>
      ) : error ? null : (
        <Loading text={say.loadingPreview}>
          <Skeleton className="h-16" />
          <Skeleton className="mt-4 h-[56dvh]" />
        </Loading>
      )}
    </section>
  );
}
