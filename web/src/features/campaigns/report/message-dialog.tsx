import { Download } from "lucide-react";
import { downloadMessage, useCapturedMessage } from "@/api/captured-mail";
import { messageOf } from "@/api/problem";
import { formatBytes, formatExact } from "@/lib/format";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import { Envelope, MailView } from "../mail-view";
import { say } from "./words";

/** One captured mail, as it would have left. */
export function MessageDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useCapturedMessage(id);
  const save = () => downloadMessage(id).catch((reason: unknown) => warn(messageOf(reason)));
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={data?.subject ?? say.capturedMail}
      footer={
        <>
          <Button onClick={() => void save()}>
            <Download />
            {say.downloadRaw}
          </Button>
          <Button onClick={onClose}>{say.close}</Button>
        </>
      }
    >
      {error ? <Banner>{messageOf(error)}</Banner> : null}
      {data ? (
        <>
          <Envelope
            lines={[
              [say.from, data.from],
              ["To", data.to],
              [say.captured, `${formatExact(data.captured_at)}, ${formatBytes(data.size_bytes)}`],
            ]}
          />
          <MailView title={data.subject} html={data.html} text={data.text} headers={data.headers} />
        </>
      ) : error ? null : (
        <Loading text={say.loadingMessage}>
          <Skeleton className="h-16" />
          <Skeleton className="mt-4 h-[56dvh]" />
        </Loading>
      )}
    </Dialog>
  );
}
