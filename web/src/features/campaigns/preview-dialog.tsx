import { useState } from "react";
import { type Campaign, usePreview } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import type { Subscriber } from "@/api/subscribers";
import { formatBytes } from "@/lib/format";
import { Dialog } from "@/ui/dialog";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import { Envelope, MailView } from "./mail-view";
import { ReaderPicker } from "./reader-picker";
import { say } from "./words";

/** The campaign as one reader will have it. */
export function PreviewDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const [reader, setReader] = useState<Subscriber | null>(null);
  const { data, error } = usePreview(campaign, { subscriber_id: reader?.id });
  return (
    <Dialog open onClose={onClose} width="wide" title={say.preview} description={campaign.subject}>
      {error ? <Banner>{messageOf(error)}</Banner> : null}
      <ReaderPicker newsletterId={campaign.newsletter_id} reader={reader} onPick={setReader} />
      {data ? (
        <>
          <Envelope
            lines={[
              [say.from, data.from],
              ["To", data.to],
              ["Reply-To", data.reply_to],
              [say.subject, data.subject],
              [say.preview, data.preheader],
              [say.size, formatBytes(data.size_bytes)],
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
          <Skeleton className="h-24" />
          <Skeleton className="mt-4 h-[56dvh]" />
        </Loading>
      )}
    </Dialog>
  );
}
