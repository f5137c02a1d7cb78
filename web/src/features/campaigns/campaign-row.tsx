import { Link } from "react-router";
import type { Campaign } from "@/api/campaigns";
import { readBeginning, readSubject } from "@/email/as-read";
import { formatExact, formatNumber, formatRate, rateOf } from "@/lib/format";
import { reportPath, writePath } from "@/lib/paths";
import { Tag } from "@/ui/badge";
import { Banner } from "@/ui/surface";
import { LiveProgress } from "./live-progress";
import { type Dialog, hasReport, isEditable, RowButtons, useRowActions } from "./row-actions";
import { originOf, ScheduleLines } from "./schedule/schedule-lines";
import { PauseBanner, TroubleBanner } from "./standstill";
import { dateLine, dateOf, StatusBadge } from "./status";
import { useProgress } from "./use-progress";
import { say } from "./words";

interface Props {
  campaign: Campaign;
  /** Whether this row follows the sending over a stream of its own. */
  live: boolean;
  onOpen: (dialog: Dialog, campaign: Campaign) => void;
}

/** On a desk the three stand under one another, below the heads that the list has once. */
export const figureColumns = [say.recipients, say.opens, say.clicks] as const;
export const figureWidth = "sm:w-20";

/** A rate once somebody got it; nothing to know where the newsletter counts nothing. */
function counted({ recipients, ledger, tracking }: Campaign, count: number): { value: string; exact?: string } {
  const sent = ledger?.sent ?? recipients ?? 0;
  if (recipients === null && count === 0) return { value: "-" };
  if (tracking === "none" && count === 0) return { value: "N/A" };
  return { value: formatRate(rateOf(count, sent)), exact: formatNumber(count) };
}

function Figures({ campaign }: { campaign: Campaign }) {
  const values = [
    { value: campaign.recipients === null ? "-" : formatNumber(campaign.recipients) },
    counted(campaign, campaign.opens),
    counted(campaign, campaign.clicks),
  ];
  return (
    <dl className="flex gap-6 sm:items-center sm:gap-0 sm:text-right">
      {figureColumns.map((label, at) => (
        <div key={label} className={`flex flex-col-reverse sm:block ${figureWidth}`}>
          <dt className="text-12 text-muted sm:sr-only">{label}</dt>
          <dd className="figures font-medium" title={values[at]?.exact}>
            {values[at]?.value}
            {values[at]?.exact ? (
              <span className="block font-normal text-12 text-muted max-sm:hidden">{values[at]?.exact}</span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Tags({ campaign }: { campaign: Campaign }) {
  const kind = campaign.origin?.kind;
  const isResend = kind === "not_opened" || kind === "not_sent";
  return (
    <>
      {campaign.has_ab_test ? <Tag>{say.aBTest}</Tag> : null}
      {isResend ? <Tag>{say.resend}</Tag> : campaign.segment ? <Tag>{say.segment}</Tag> : null}
      {campaign.repeat ? <Tag>{say.repeats}</Tag> : null}
    </>
  );
}

/** Leads to where the campaign goes on: its page, its report, or its preview. */
function Subject({ campaign, text, onOpen }: { campaign: Campaign; text: string; onOpen: (dialog: Dialog) => void }) {
  const look = "block max-w-full truncate rounded-[4px] text-left font-medium font-serif text-base hover:underline";
  const { newsletter_id, id } = campaign;
  const path = hasReport(campaign)
    ? reportPath(newsletter_id, id)
    : isEditable(campaign) && writePath(newsletter_id, id);
  if (path) {
    return (
      <Link data-subject="" to={path} title={text} className={look}>
        {text}
      </Link>
    );
  }
  return (
    <button type="button" data-subject="" title={text} onClick={() => onOpen("preview")} className={look}>
      {text}
    </button>
  );
}

/** Whose it is, when, where it came from, and how it begins. */
function Origins({ campaign }: { campaign: Campaign }) {
  return (
    <p className="truncate text-13 text-muted">
      {campaign.newsletter_name ?? say.unknown}
      <span aria-hidden="true"> · </span>
      <time dateTime={dateOf(campaign)} title={formatExact(dateOf(campaign))}>
        {dateLine(campaign)}
      </time>
      {campaign.origin ? (
        <>
          <span aria-hidden="true"> · </span>
          <span title={originOf(campaign.origin)}>{originOf(campaign.origin)}</span>
        </>
      ) : null}
      <span aria-hidden="true"> · </span>
      <span>{readBeginning(campaign.text_preview ?? "", campaign.newsletter_name) || say.richHTMLContent}</span>
    </p>
  );
}

export function CampaignRow({ campaign, live, onOpen }: Props) {
  const progress = useProgress(campaign, live);
  const open = (dialog: Dialog) => onOpen(dialog, campaign);
  const actions = useRowActions(campaign, open);
  const subject = readSubject(campaign);
  const running = campaign.status === "sending" || campaign.status === "paused";
  return (
    <li id={`campaign-${campaign.id}`} className="group scroll-mt-20 px-4 py-3 hover:bg-raised/50 sm:py-2">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-6">
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2 max-sm:flex-wrap">
            <h3 className="min-w-0">
              <Subject campaign={campaign} text={subject} onOpen={open} />
            </h3>
            <StatusBadge status={campaign.status} testing={Boolean(progress?.ab_test)} />
            <Tags campaign={campaign} />
          </div>
          <Origins campaign={campaign} />
        </div>
        <Figures campaign={campaign} />
        <div className="shrink-0 sm:flex sm:w-44 sm:justify-end xl:w-[276px]">
          <RowButtons actions={actions} subject={subject} />
        </div>
      </div>
      <ScheduleLines campaign={campaign} />
      {running ? <LiveProgress campaign={campaign} progress={progress} /> : null}
      {campaign.status === "sending" ? <TroubleBanner trouble={progress?.trouble ?? null} /> : null}
      {campaign.status === "paused" ? <PauseBanner reason={campaign.pause_reason} /> : null}
      {campaign.status === "draft" && campaign.pause_reason ? (
        <div className="mt-2">
          <Banner tone="yellow">{campaign.pause_reason}</Banner>
        </div>
      ) : null}
    </li>
  );
}
