import { Paperclip, Trash2 } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { type Attachment, attachFile, type Campaign, detachFile } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { formatBytes } from "@/lib/format";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Progress } from "@/ui/progress";
import { say } from "./words";

const MOST_BYTES = 5 * 1024 * 1024;

const idsOf = (files: { id: number }[]) => files.map(({ id }) => id).join();
const sumOf = (files: { size_bytes: number }[]) => files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
const mib = (bytes: number) => say.toFixedMiB((bytes / 1024 / 1024).toFixed(1));

interface Upload {
  name: string;
  sent: number;
  total: number;
}

/** The files of a campaign. They are kept as soon as they are chosen, whatever becomes of the form around. */
function useAttachments(campaign: Campaign, onChanged: () => Promise<void>) {
  const [files, setFiles] = useState(campaign.attachments);
  const [upload, setUpload] = useState<Upload | null>(null);
  const [error, setError] = useState<string | null>(null);
  // What another window attached or removed.
  const there = useRef(campaign.attachments);
  useEffect(() => {
    if (idsOf(there.current) === idsOf(campaign.attachments)) return;
    there.current = campaign.attachments;
    setFiles(campaign.attachments);
  }, [campaign.attachments]);

  const add = async (file: File) => {
    const left = MOST_BYTES - sumOf(files);
    if (file.size > left) {
      setError(say.nameHasSizeLeftOf(file.name, mib(file.size), mib(left)));
      return;
    }
    setError(null);
    setUpload({ name: file.name, sent: 0, total: file.size });
    try {
      const kept = await attachFile(campaign, file, (sent, total) =>
        setUpload({ name: file.name, sent, total: total || file.size }),
      );
      setFiles((now) => [...now, kept]);
      await onChanged();
    } catch (reason) {
      setError(`${file.name}: ${messageOf(reason, say.failedToAttachTheFile)}`);
    }
    setUpload(null);
  };

  const remove = async (file: Attachment) => {
    setError(null);
    try {
      await detachFile(campaign, file.id);
      setFiles((now) => now.filter(({ id }) => id !== file.id));
      notify(say.attachmentRemoved, file.file_name);
      await onChanged();
    } catch (reason) {
      setError(messageOf(reason, say.failedToRemoveTheAttachment));
    }
  };

  return { files, upload, error, add, remove };
}

interface RowProps {
  file: Attachment;
  onRemove: () => Promise<void>;
}

function FileRow({ file, onRemove }: RowProps) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await onRemove();
    setBusy(false);
  };
  return (
    <li className="flex items-center gap-3 py-1.5 pr-1.5 pl-4 text-13">
      <Paperclip aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{file.file_name}</span>
      <span className="figures shrink-0 text-muted">{formatBytes(file.size_bytes)}</span>
      <Button
        look="warn"
        size="small-icon"
        disabled={busy}
        aria-label={say.removeName(file.file_name)}
        onClick={() => void remove()}
      >
        <Trash2 />
      </Button>
    </li>
  );
}

interface Props {
  campaign: Campaign;
  /** After a file came or went: the campaign has another revision then. */
  onChanged: () => Promise<void>;
}

/** What is attached to every copy. */
export function Attachments({ campaign, onChanged }: Props) {
  const { files, upload, error, add, remove } = useAttachments(campaign, onChanged);
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file can be chosen again after it was refused.
    event.target.value = "";
    if (file) void add(file);
  };
  return (
    <section aria-label={say.attachments} className="border-line border-t pt-5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium text-13">{say.attachments}</h3>
        <Button
          size="small"
          disabled={upload !== null}
          aria-describedby={noteId}
          onClick={() => input.current?.click()}
        >
          <Paperclip />
          {say.attachAFile}
        </Button>
        <input
          ref={input}
          type="file"
          aria-label={say.fileToAttach}
          tabIndex={-1}
          className="sr-only"
          onChange={choose}
        />
      </div>
      {files.length > 0 ? (
        <ul className="mt-3 divide-y divide-line rounded-card border border-line">
          {files.map((file) => (
            <FileRow key={file.id} file={file} onRemove={() => remove(file)} />
          ))}
        </ul>
      ) : null}
      {upload ? (
        <div className="mt-3">
          <Progress label={say.uploadingName(upload.name)} value={upload.sent} total={upload.total} />
        </div>
      ) : null}
      {error ? (
        <p role="alert" className="mt-2 text-12 text-red">
          {error}
        </p>
      ) : null}
      <p id={noteId} className="figures mt-2 text-12 text-muted">
        {files.length > 0 ? say.filesOf5MiB(mib(sumOf(files))) : say.n5MiBInTotal}
        {say.aLinkUsuallyLandsBetter}
      </p>
    </section>
  );
}
