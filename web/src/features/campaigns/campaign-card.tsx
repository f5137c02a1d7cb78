import {
  Ban,
  CalendarClock,
  ChartNoAxesColumn,
  Copy,
  Eye,
  FlaskConical,
  Pause,
  Pencil,
  Play,
  Send,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Campaign } from "@/api/campaigns";
import { formatExact, formatNumber } from "@/lib/format";
import { reportPath } from "@/lib/paths";
import { Button } from "@/ui/button";
import { Banner, Card } from "@/ui/surface";
import { useCampaignActions } from "./actions";
import { LiveProgress } from "./live-progress";
import { OriginLine, ScheduleLines } from "./schedule/schedule-lines";
import { PauseBanner, TroubleBanner } from "./standstill";
import { dateLine, dateOf, StatusBadge } from "./status";
import { useProgress } from "./use-progress";

export type Dialog = "edit" | "preview" | "test" | "send" | "schedule";

interface Props {
  campaign: Campaign;
  /** Whether this card follows the sending over a stream of its own. */
  live: boolean;
  onOpen: (dialog: Dialog, campaign: Campaign) => void;
}

interface ActionProps {
  icon: ReactNode;
  children: ReactNode;
  onClick: () => unknown;
  look?: "plain" | "quiet" | "warn";
}

/** A button that is off while its work runs, so that nothing is asked twice. */
function Action({ icon, children, onClick, look = "quiet" }: ActionProps) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await onClick();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look={look}
      size="small"
      disabled={busy}
      onClick={() => void run()}
      className={look === "plain" ? "mx-2" : ""}
    >
      {icon}
      {children}
    </Button>
  );
}

function Actions({ campaign, onOpen }: Omit<Props, "live">) {
  const act = useCampaignActions();
  const { status } = campaign;
  const open = (dialog: Dialog) => () => onOpen(dialog, campaign);
  const editable = status === "draft" || status === "scheduled";
  const running = status === "sending" || status === "paused";
  const report = running || status === "sent" || (status === "cancelled" && campaign.ledger !== null);
  return (
    <div className="-mx-2 mt-4 -mb-2 flex flex-wrap items-center gap-1">
      {editable ? (
        <>
          <Action look="plain" icon={<Send />} onClick={open("send")}>
            {status === "draft" ? "Send Campaign" : "Send Now"}
          </Action>
          <Action icon={<CalendarClock />} onClick={open("schedule")}>
            {status === "draft" ? "Schedule" : "Change schedule"}
          </Action>
        </>
      ) : null}
      {report ? (
        <Button asChild size="small" look="quiet">
          <Link to={reportPath(campaign.newsletter_id, campaign.id)}>
            <ChartNoAxesColumn />
            View Report
          </Link>
        </Button>
      ) : null}
      {status === "sending" ? (
        <Action icon={<Pause />} onClick={() => act.pause(campaign)}>
          Pause
        </Action>
      ) : null}
      {status === "paused" ? (
        <Action icon={<Play />} onClick={() => act.resume(campaign)}>
          Resume
        </Action>
      ) : null}
      <Action icon={<Eye />} onClick={open("preview")}>
        Preview
      </Action>
      {editable ? (
        <>
          <Action icon={<Pencil />} onClick={open("edit")}>
            Edit
          </Action>
          <Action icon={<FlaskConical />} onClick={open("test")}>
            Test send
          </Action>
        </>
      ) : null}
      <Action icon={<Copy />} onClick={() => act.duplicate(campaign)}>
        Duplicate
      </Action>
      {running || status === "scheduled" ? (
        <Action look="warn" icon={<Ban />} onClick={() => act.cancel(campaign)}>
          Cancel
        </Action>
      ) : null}
      {status === "draft" || status === "cancelled" ? (
        <Action look="warn" icon={<Trash2 />} onClick={() => act.remove(campaign)}>
          Delete
        </Action>
      ) : null}
    </div>
  );
}

/** Nothing before it is sent, and nothing to know where the newsletter counts nothing. */
function counted({ recipients, tracking }: Campaign, count: number): string {
  if (count > 0) return formatNumber(count);
  if (recipients === null) return "-";
  return tracking === "none" ? "N/A" : "0";
}

function Figures({ campaign }: { campaign: Campaign }) {
  const figures: [string, string][] = [
    ["Recipients", campaign.recipients === null ? "-" : formatNumber(campaign.recipients)],
    ["Opens", counted(campaign, campaign.opens)],
    ["Clicks", counted(campaign, campaign.clicks)],
  ];
  return (
    <dl className="flex shrink-0 gap-8 sm:text-right">
      {figures.map(([label, value]) => (
        <div key={label} className="flex min-w-12 flex-col-reverse">
          <dt className="text-12 text-muted">{label}</dt>
          <dd className="figures text-lg leading-6 font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function CampaignCard({ campaign, live, onOpen }: Props) {
  const progress = useProgress(campaign, live);
  const running = campaign.status === "sending" || campaign.status === "paused";
  return (
    <Card id={`campaign-${campaign.id}`} className="scroll-mt-20 p-5">
      <div className="flex flex-col gap-4 sm:flex-row sm:items-start sm:justify-between sm:gap-8">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 className="min-w-0 break-words font-medium font-serif text-xl leading-6">{campaign.subject}</h3>
            <StatusBadge status={campaign.status} />
          </div>
          <p className="mt-1.5 text-13 text-muted">
            {campaign.newsletter_name ?? "Unknown"}
            <span aria-hidden="true"> · </span>
            <time dateTime={dateOf(campaign)} title={formatExact(dateOf(campaign))}>
              {dateLine(campaign)}
            </time>
          </p>
          <ScheduleLines campaign={campaign} />
          <OriginLine campaign={campaign} />
          <p className="mt-2.5 line-clamp-2 max-w-2xl break-words">{campaign.text_preview || "Rich HTML content"}</p>
        </div>
        <Figures campaign={campaign} />
      </div>
      {running ? <LiveProgress campaign={campaign} progress={progress} /> : null}
      {campaign.status === "sending" ? <TroubleBanner trouble={progress?.trouble ?? null} /> : null}
      {campaign.status === "paused" ? <PauseBanner reason={campaign.pause_reason} /> : null}
      {campaign.status === "draft" && campaign.pause_reason ? (
        <div className="mt-4">
          <Banner tone="yellow">{campaign.pause_reason}</Banner>
        </div>
      ) : null}
      <Actions campaign={campaign} onOpen={onOpen} />
    </Card>
  );
}
