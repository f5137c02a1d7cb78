import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { cancelImport, downloadImportErrors, type Import, useImport } from "@/api/imports";
import { messageOf } from "@/api/problem";
import { formatNumber } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Progress } from "@/ui/progress";
import { Banner } from "@/ui/surface";
import { affected } from "../actions";
import { say } from "../words";

const titles: Record<Import["status"], string> = {
  queued: say.waitingToBegin,
  running: say.readingYourFile,
  done: say.importFinished,
  failed: say.theImportStopped,
  cancelled: say.importCancelled,
};

const counts = [
  ["created", say.created],
  ["updated", say.updated],
  ["unchanged", say.unchanged],
  ["protected", say.protected],
  ["departed", say.leftElsewhere],
  ["failed", say.failed],
] as const;

const isOpen = (job: Import) => job.status === "queued" || job.status === "running";

function Pace({ job }: { job: Import }) {
  const now = useNow(1000);
  const seconds = Math.max(1, (now - new Date(job.created_at).getTime()) / 1000);
  const share = job.bytes_total ? job.bytes_read / job.bytes_total : 0;
  const left = share > 0.01 ? (seconds / share) * (1 - share) : null;
  return (
    <div className="grid gap-2">
      <Progress label={say.importIt} value={job.bytes_read} total={job.bytes_total ?? job.bytes_read} />
      <p role="status" className="figures text-13 text-muted">
        {say.progress(job.rows_read, job.rows_read / seconds, left)}
      </p>
    </div>
  );
}

function Errors({ job }: { job: Import }) {
  if (job.failed === 0) return null;
  const save = () => downloadImportErrors(job.id).catch((error: unknown) => warn(messageOf(error)));
  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 className="font-medium text-13">{say.rowsThatWereNotImported}</h3>
        <Button look="quiet" size="small" onClick={() => void save()}>
          <Download />
          {say.errorsFile}
        </Button>
      </div>
      <section
        aria-label={say.rowsThatWereNotImported}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        tabIndex={0}
        className="max-h-64 overflow-y-auto rounded-control border border-line"
      >
        <table className="w-full text-13">
          <thead className="sticky top-0 bg-raised text-left text-12 text-muted">
            <tr>
              <th className="figures px-3 py-1.5 font-normal">{say.line}</th>
              <th className="px-3 py-1.5 font-normal">{say.reason}</th>
              <th className="px-3 py-1.5 font-normal max-sm:hidden">{say.value}</th>
            </tr>
          </thead>
          <tbody>
            {job.errors.map((error) => (
              <tr key={`${error.line}-${error.field}`} className="border-line border-t align-top">
                <td className="figures px-3 py-1.5 text-muted">{formatNumber(error.line)}</td>
                <td className="break-words px-3 py-1.5">{error.message}</td>
                <td className="max-w-48 truncate px-3 py-1.5 text-muted max-sm:hidden">{error.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {job.failed > job.errors.length ? (
        <p className="mt-2 text-12 text-muted">{say.theFirstLengthOfFailed(job.errors.length, job.failed)}</p>
      ) : null}
    </div>
  );
}

function Outcome({ job }: { job: Import }) {
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-3 gap-4 sm:grid-cols-6">
        {counts.map(([key, label]) => (
          <div key={key} className="flex flex-col-reverse">
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="figures text-xl leading-7 font-medium">{formatNumber(job[key])}</dd>
          </div>
        ))}
      </dl>
      {job.protected > 0 ? <p className="text-12 text-muted">{say.protectedReadersUnsubscribedBouncedOr}</p> : null}
      {job.departed > 0 ? <p className="text-12 text-muted">{say.yourFileSaysThatReader(job.departed)}</p> : null}
      {job.duplicates > 0 ? (
        <p className="figures text-12 text-muted">{say.rowRepeatedAnAddressOf(job.duplicates)}</p>
      ) : null}
    </div>
  );
}

/** Keeps asking until the import is over, then refreshes everything that counts readers. */
function useJob(first: Import) {
  const { data, mutate } = useImport(first.id, {
    fallbackData: first,
    refreshInterval: (latest) => (latest && !isOpen(latest) ? 0 : 1000),
    dedupingInterval: 500,
  });
  const { mutate: refresh } = useSWRConfig();
  const job = data ?? first;
  const open = isOpen(job);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) void refresh(affected);
    wasOpen.current = open;
  }, [open, refresh]);
  return { job, open, mutate };
}

export function ProgressStep({ job: first, onClose }: { job: Import; onClose: () => void }) {
  const { job, open, mutate } = useJob(first);
  const [stopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    try {
      await mutate(await cancelImport(job.id), { revalidate: false });
    } catch (error) {
      warn(messageOf(error, say.failedToCancelTheImport));
    }
    setStopping(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={titles[job.status]}
      description={say.fileIntoName(job.file_name ?? say.csvFile, job.newsletter_name)}
      footer={
        <>
          {open ? (
            <Button disabled={stopping} onClick={() => void stop()}>
              {say.cancelImport}
            </Button>
          ) : null}
          <Button look={open ? "plain" : "accent"} onClick={onClose}>
            {open ? say.continueInBackground : say.done}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {job.reason ? <Banner>{job.reason}</Banner> : null}
        {open ? <Pace job={job} /> : null}
        <Outcome job={job} />
        <Errors job={job} />
      </div>
    </Dialog>
  );
}
