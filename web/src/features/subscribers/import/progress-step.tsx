import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { cancelImport, downloadImportErrors, type Import, useImport } from "@/api/imports";
import { messageOf } from "@/api/problem";
import { countOf, formatDuration, formatNumber, formatSpeed } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Progress } from "@/ui/progress";
import { Banner } from "@/ui/surface";
import { affected } from "../actions";

const titles: Record<Import["status"], string> = {
  queued: "Waiting to begin",
  running: "Reading your file",
  done: "Import finished",
  failed: "The import stopped",
  cancelled: "Import cancelled",
};

const counts = [
  ["created", "Created"],
  ["updated", "Updated"],
  ["unchanged", "Unchanged"],
  ["protected", "Protected"],
  ["departed", "Left elsewhere"],
  ["failed", "Failed"],
] as const;

const isOpen = (job: Import) => job.status === "queued" || job.status === "running";

function Pace({ job }: { job: Import }) {
  const now = useNow(1000);
  const seconds = Math.max(1, (now - new Date(job.created_at).getTime()) / 1000);
  const share = job.bytes_total ? job.bytes_read / job.bytes_total : 0;
  const left = share > 0.01 ? (seconds / share) * (1 - share) : null;
  return (
    <div className="grid gap-2">
      <Progress label="Import" value={job.bytes_read} total={job.bytes_total ?? job.bytes_read} />
      <p role="status" className="figures text-13 text-muted">
        {countOf(job.rows_read, "row")}, {formatSpeed(job.rows_read / seconds)}
        {left === null ? "" : `, about ${formatDuration(left)} left`}. You may leave this page.
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
        <h3 className="font-medium text-13">Rows that were not imported</h3>
        <Button look="quiet" size="small" onClick={() => void save()}>
          <Download />
          errors.csv
        </Button>
      </div>
      <section
        aria-label="Rows that were not imported"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        tabIndex={0}
        className="max-h-64 overflow-y-auto rounded-control border border-line"
      >
        <table className="w-full text-13">
          <thead className="sticky top-0 bg-raised text-left text-12 text-muted">
            <tr>
              <th className="figures px-3 py-1.5 font-normal">Line</th>
              <th className="px-3 py-1.5 font-normal">Reason</th>
              <th className="px-3 py-1.5 font-normal max-sm:hidden">Value</th>
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
        <p className="mt-2 text-12 text-muted">
          The first {formatNumber(job.errors.length)} of {formatNumber(job.failed)}; errors.csv has them all.
        </p>
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
      {job.protected > 0 ? (
        <p className="text-12 text-muted">
          Protected readers unsubscribed, bounced or complained before, so they were left alone.
        </p>
      ) : null}
      {job.departed > 0 ? (
        <p className="text-12 text-muted">
          Your file says that {countOf(job.departed, "reader")} left or can’t be reached, so we keep them and send them
          nothing.
        </p>
      ) : null}
      {job.duplicates > 0 ? (
        <p className="figures text-12 text-muted">
          {countOf(job.duplicates, "row")} repeated an address of the file; the last one counts.
        </p>
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
      warn(messageOf(error, "Failed to cancel the import"));
    }
    setStopping(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={titles[job.status]}
      description={`${job.file_name ?? "CSV file"}, into ${job.newsletter_name}`}
      footer={
        <>
          {open ? (
            <Button disabled={stopping} onClick={() => void stop()}>
              Cancel import
            </Button>
          ) : null}
          <Button look={open ? "plain" : "accent"} onClick={onClose}>
            {open ? "Continue in background" : "Done"}
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
