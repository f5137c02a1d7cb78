import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Campaign } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { downloadProof, type Reason, type Report } from "@/api/reports";
import { csvName } from "@/lib/csv-write";
import { formatClock, formatExact, formatNumber, formatSpeed } from "@/lib/format";
import { warnAndRetry } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Card, Section, Skeleton } from "@/ui/surface";
import { labelOf, ledgerStates } from "../ledger";
import { TabSkeleton } from "./tab-skeleton";
import { returns, subscribersTo, tabTo } from "./tabs";
import { say } from "./words";

interface Moment {
  what: string;
  /** Null where it is known only that it is so. */
  at: string | null;
  detail?: string | null;
}

function ending(report: Report): Moment | null {
  if (report.status === "paused") return { what: say.paused, at: null, detail: report.pause_reason };
  if (!report.finished_at) return null;
  const pace = [
    report.duration_seconds === null ? null : say.tookSeconds(report.duration_seconds),
    report.rate_per_second ? formatSpeed(report.rate_per_second) : null,
  ];
  return {
    what: report.status === "cancelled" ? say.cancelled : say.finished,
    at: report.finished_at,
    detail: pace.filter(Boolean).join(", "),
  };
}

/** What happened to the campaign, the first thing first. */
export function momentsOf(campaign: Pick<Campaign, "created_at">, report: Report): Moment[] {
  const { started_at, ab_test: test, trouble, ledger } = report;
  return [
    { what: say.created, at: campaign.created_at },
    started_at ? { what: say.started, at: started_at, detail: say.toSubscriber(ledger.intended) } : null,
    test?.decided_at
      ? {
          what: test.winner ? say.variantWinnerWonTheA(test.winner) : say.aBTestEndedWithout,
          at: test.decided_at,
          detail: test.sent_to_rest ? say.everyoneElseGotVariantRest(test.sent_to_rest) : null,
        }
      : null,
    trouble ? { what: say.noEmailLeaving, at: trouble.since, detail: trouble.reason } : null,
    ending(report),
  ].filter((moment) => moment !== null);
}

function Timeline({ moments }: { moments: Moment[] }) {
  return (
    <Card>
      <ol>
        {moments.map(({ what, at, detail }) => (
          <li
            key={what}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t px-5 py-2.5 text-13 first:border-t-0"
          >
            <span className="min-w-0">
              <span className="font-medium">{what}</span>
              {detail ? <span className="ml-3 break-words text-muted">{detail}</span> : null}
            </span>
            {at ? (
              <time dateTime={at} title={formatExact(at)} className="figures text-12 text-muted">
                {formatClock(at)}
              </time>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const stateOf = (name: string) => ledgerStates.find((state) => state === name);

function ReasonLine({ reason: { state, reason, count } }: { reason: Reason }) {
  const known = stateOf(state);
  const name = labelOf(state);
  return (
    <tr className="border-line border-t align-top">
      <td className="w-28 py-2.5 pr-3 pl-5 text-muted sm:w-36">
        {known ? (
          <Link to={subscribersTo(known)} className="link">
            {name}
          </Link>
        ) : (
          name
        )}
      </td>
      <td className="break-words py-2.5 pr-4">{reason ?? say.noReasonGiven}</td>
      <td className="figures py-2.5 pr-5 text-right">{formatNumber(count)}</td>
    </tr>
  );
}

function Reasons({ reasons }: { reasons: Reason[] }) {
  return (
    <Card className="overflow-hidden">
      <table className="w-full text-13">
        <caption className="sr-only">{say.whyEmailsWerentDelivered}</caption>
        <thead className="text-left text-12 text-muted">
          <tr className="h-9">
            <th className="pr-3 pl-5 font-normal">{say.state}</th>
            <th className="pr-4 font-normal">{say.reason}</th>
            <th className="pr-5 text-right font-normal">{say.subscribers}</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map((reason) => (
            <ReasonLine key={`${reason.state}-${reason.reason}`} reason={reason} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const meanings = {
  bounced: say.noSuchMailboxWeWont,
  soft_bounced: say.weCountTheseOverSeveral,
  complained: say.markedItAsSpamWe,
};

/** What came back after emails were accepted: beside the ledger, which goes on saying what was sent. */
function Returns({ report }: { report: Report }) {
  return (
    <Card>
      <dl>
        {returns.map(({ value, label }) => (
          <div
            key={value}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line border-t px-5 py-2.5 text-13 first:border-t-0 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
          >
            <dt>
              {report[value] > 0 ? (
                <Link to={subscribersTo(value)} className="link">
                  {label}
                </Link>
              ) : (
                label
              )}
            </dt>
            <dd className="text-muted max-sm:order-1 max-sm:col-span-2">{meanings[value]}</dd>
            <dd className="figures text-right font-medium">{formatNumber(report[value])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Saves what became of each email. */
export function useDeliveryLog(campaign: Campaign) {
  const save = (): Promise<unknown> =>
    downloadProof(campaign, csvName(`delivery-log-${campaign.subject}`)).catch((error: unknown) =>
      warnAndRetry(messageOf(error, say.failedToDownloadTheDelivery), () => void save()),
    );
  return save;
}

interface Props {
  campaign: Campaign;
  report: Report;
  /** Deliveries whose doubt is settled. */
  settled: ReactNode;
}

/** What happened, when and why. */
export function LogSection({ campaign, report, settled }: Props) {
  const save = useDeliveryLog(campaign);
  return (
    <>
      <Section
        id="log"
        title={say.log}
        className="mt-8"
        description={say.oneLinePerSubscriberIs}
        actions={
          <Button size="small" className="print:hidden" onClick={() => void save()}>
            <FileDown />
            {say.downloadDeliveryLog}
          </Button>
        }
      >
        <Timeline moments={momentsOf(campaign, report)} />
      </Section>
      <Section id="reasons" title={say.reasons} className="mt-8">
        {report.reasons.length > 0 ? (
          <Reasons reasons={report.reasons} />
        ) : (
          <p className="text-13 text-muted">
            {say.nothingFailedOrWasLeft}{" "}
            <Link to={tabTo("subscribers")} className="link">
              {say.seeAllSubscribers}
            </Link>
          </p>
        )}
      </Section>
      <Section id="returns" title={say.whatCameBack} className="mt-8">
        <Returns report={report} />
      </Section>
      {settled}
    </>
  );
}

/** The parts in the places of what comes. */
export function LogSkeleton() {
  return (
    <TabSkeleton text={say.loadingLog}>
      <Skeleton className="h-[118px] rounded-card" />
      <Skeleton className="mt-20 h-[118px] rounded-card" />
    </TabSkeleton>
  );
}
