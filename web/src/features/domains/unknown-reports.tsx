import { useState } from "react";
import { useSWRConfig } from "swr";
import {
  deleteUnknownReport,
  isUnknownReports,
  type UnknownReport,
  type UnknownReportText,
  useUnknownReport,
  useUnknownReports,
} from "@/api/bounces";
import { isStatus, messageOf } from "@/api/problem";
import { countOf, formatBytes, formatExact } from "@/lib/format";
import { useCursors } from "@/lib/list";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { useConfirm } from "@/ui/confirm";
import { Dialog } from "@/ui/dialog";
import { Select } from "@/ui/field";
import { PageButtons } from "@/ui/page-buttons";
import { Retry } from "@/ui/retry";
import { Banner, Loading, Section, Skeleton } from "@/ui/surface";
import { Time } from "@/ui/time";
import { say } from "./words";

const PAGE = 20;
const reasons: Record<UnknownReport["reason"], string> = {
  unclear: say.failedForAnUnknownReason,
  unknown: say.notAReportWeKnow,
  unproven: say.nothingShowsItsAboutOur,
};
const subjectOf = ({ subject }: UnknownReport) => subject || "(no subject)";

/** Removes one for good, if that is meant; true when it is gone. */
function useRemove() {
  const { mutate } = useSWRConfig();
  const confirm = useConfirm();
  return async (report: UnknownReport, onGone?: () => void) => {
    const sure = await confirm({
      title: say.removeReport,
      text: say.removeReportThisCantBe(subjectOf(report)),
      confirm: say.remove,
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteUnknownReport(report.id);
    } catch (error) {
      // Somebody else was quicker, or its time was over.
      if (!isStatus(error, 404)) {
        warn(messageOf(error, say.theReportCouldNotBe));
        return;
      }
    }
    onGone?.();
    notify(say.reportRemoved);
    await mutate(isUnknownReports);
  };
}

/** Who and what it is about, as far as that is proved. */
function aboutOf({ newsletter_id, campaign_id, subscriber_id }: UnknownReport): string | null {
  const ids: [string, number | null][] = [
    ["campaign", campaign_id],
    ["newsletter", newsletter_id],
    ["subscriber", subscriber_id],
  ];
  const known = ids.flatMap(([name, id]) => (id === null ? [] : [`${name} ${id}`]));
  return known.length > 0 ? known.join(", ") : null;
}

function Text({ report }: { report: UnknownReportText }) {
  const lines: [string, string | null][] = [
    [say.from, report.sender],
    [say.received, `${formatExact(report.received_at)}, ${formatBytes(report.size_bytes)}`],
    [say.keptBecause, reasons[report.reason]],
    [say.about, aboutOf(report)],
  ];
  return (
    <>
      <dl className="mb-4 grid gap-1 text-13">
        {lines.map(([label, value]) =>
          value ? (
            <div key={label} className="grid grid-cols-[96px_minmax(0,1fr)] gap-2">
              <dt className="text-muted">{label}</dt>
              <dd className="break-words">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {/* A stranger wrote it, so it stays text. */}
      <pre className="whitespace-pre-wrap break-words rounded-control border border-line bg-page p-4 font-mono text-12">
        {report.text}
      </pre>
    </>
  );
}

function ReportDialog({ report, onClose }: { report: UnknownReport; onClose: () => void }) {
  const { data, error } = useUnknownReport(report.id);
  const remove = useRemove();
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={subjectOf(report)}
      description={say.theEmailAsItCame}
      footer={
        <>
          <Button look="warn" className="mr-auto" onClick={() => void remove(report, onClose)}>
            {say.remove}
          </Button>
          <Button onClick={onClose}>{say.close}</Button>
        </>
      }
    >
      {error && !data ? <Banner>{messageOf(error)}</Banner> : null}
      {data ? <Text report={data} /> : null}
      {!data && !error ? (
        <Loading text={say.loadingReport}>
          <Skeleton className="h-64 w-full" />
        </Loading>
      ) : null}
    </Dialog>
  );
}

const cell = "px-4 py-2.5 max-sm:p-0";

function Row({ report, onOpen }: { report: UnknownReport; onOpen: () => void }) {
  const remove = useRemove();
  return (
    <tr className="border-line border-t max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2.5">
      <td className={`${cell} whitespace-nowrap text-muted max-sm:order-3 max-sm:text-12`}>
        <Time at={report.received_at} className="figures" />
      </td>
      <td className={`${cell} max-w-0 truncate sm:w-[26%] max-sm:order-2 max-sm:col-span-2 max-sm:max-w-none`}>
        <bdi>{report.sender ?? say.unknownSender}</bdi>
      </td>
      <td className={`${cell} max-w-0 truncate sm:w-[34%] max-sm:order-1 max-sm:col-span-2 max-sm:max-w-none`}>
        <button type="button" className="link max-w-full truncate text-left font-medium" onClick={onOpen}>
          <bdi>{subjectOf(report)}</bdi>
        </button>
      </td>
      <td className={`${cell} text-muted max-sm:order-5 max-sm:col-span-2 max-sm:text-12`}>{reasons[report.reason]}</td>
      <td className={`${cell} text-right max-sm:order-4`}>
        <Button
          look="warn"
          size="small"
          aria-label={say.removeReport2(subjectOf(report))}
          onClick={() => void remove(report)}
          className="max-sm:-mr-3"
        >
          {say.remove}
        </Button>
      </td>
    </tr>
  );
}

function Table({ rows }: { rows: UnknownReport[] }) {
  const [open, setOpen] = useState<UnknownReport | null>(null);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table className="w-full text-13 max-sm:block">
        <thead className="text-left text-12 text-muted max-sm:sr-only">
          <tr className="h-9">
            <th className="px-4 font-normal">{say.received}</th>
            <th className="px-4 font-normal">{say.from}</th>
            <th className="px-4 font-normal">{say.subject}</th>
            <th className="px-4 font-normal">{say.keptBecause}</th>
            <th className="px-4 text-right font-normal">{say.actions}</th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((report) => (
            <Row key={report.id} report={report} onOpen={() => setOpen(report)} />
          ))}
        </tbody>
      </table>
      {open === null ? null : <ReportDialog report={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** What came back and was not understood; absent while there is nothing. */
export function UnknownReports() {
  const [reason, setReason] = useState("");
  const { cursor, restart, previous, nextAfter } = useCursors();
  const { data, error, mutate } = useUnknownReports({ reason, limit: PAGE, cursor });
  const isMissing = isStatus(error, 404) || isStatus(error, 403);
  if (data ? data.rows.length === 0 && reason === "" && !previous : !error || isMissing) return null;
  const next = nextAfter(data?.next);
  const choose = (value: string) => {
    setReason(value);
    restart();
  };
  return (
    <Section
      id="unknown-reports"
      title={say.bounceReportsWeCouldntRead}
      description={say.emailsThatCameBackAnd}
      actions={
        <Select
          aria-label={say.keptBecause}
          className="w-64 max-w-full"
          value={reason}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{say.allReports}</option>
          {Object.entries(reasons).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      }
    >
      {error ? (
        <div className="mb-3">
          <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>
        </div>
      ) : null}
      {data?.rows.length === 0 ? (
        <p
          role="status"
          className="rounded-card border border-line border-dashed px-4 py-6 text-center text-13 text-muted"
        >
          {say.noReportsHere}
        </p>
      ) : null}
      {data && data.rows.length > 0 ? <Table rows={data.rows} /> : null}
      {data ? (
        <div className="mt-3 flex items-center justify-between gap-3">
          <p className="figures text-13 text-muted">
            {data.capped ? say.moreThan : ""}
            {countOf(data.total, "report")}
          </p>
          {previous || next ? <PageButtons previous={previous} next={next} /> : null}
        </div>
      ) : null}
    </Section>
  );
}
