import {
  Ban,
  CalendarClock,
  ChartNoAxesColumn,
  Copy,
  Ellipsis,
  Eye,
  FlaskConical,
  type LucideIcon,
  Pause,
  Pencil,
  Play,
  Send,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Campaign, CampaignStatus } from "@/api/campaigns";
import { reportPath, writePath } from "@/lib/paths";
import { Button } from "@/ui/button";
import { Menu, MenuItem, MenuLine } from "@/ui/menu";
import { useCampaignActions } from "./actions";
import { say } from "./words";

export type Dialog = "preview" | "test" | "send" | "schedule";

interface Action {
  name: string;
  icon: LucideIcon;
  /** What it takes away can't be had back with a click. */
  takes?: boolean;
  /** Where it leads, if that is all it does. */
  to?: string;
  run: () => unknown;
}

interface RowActions {
  /** What one most likely came for. */
  main: Action;
  /** Beside it for who points at the row. */
  quick: Action[];
  rest: Action[];
}

export const hasReport = ({ status, ledger }: Campaign): boolean =>
  status === "sending" || status === "paused" || status === "sent" || (status === "cancelled" && ledger !== null);

export const isEditable = ({ status }: Campaign): boolean => status === "draft" || status === "scheduled";

/** What can be done with a campaign, by its state. */
export function useRowActions(campaign: Campaign, open: (dialog: Dialog) => void): RowActions {
  const act = useCampaignActions();
  const navigate = useNavigate();
  const page = writePath(campaign.newsletter_id, campaign.id);
  const edit = { name: say.edit, icon: Pencil, to: page, run: () => navigate(page) };
  const preview = { name: say.preview, icon: Eye, run: () => open("preview") };
  const test = { name: say.testSend, icon: FlaskConical, run: () => open("test") };
  const duplicate = { name: say.duplicate, icon: Copy, run: () => act.duplicate(campaign) };
  const cancel = { name: say.cancel, icon: Ban, takes: true, run: () => act.cancel(campaign) };
  const remove = { name: say.deleteIt, icon: Trash2, takes: true, run: () => act.remove(campaign) };
  const to = reportPath(campaign.newsletter_id, campaign.id);
  const report = { name: say.viewReport, icon: ChartNoAxesColumn, to, run: () => navigate(to) };
  const schedule = (name: string) => ({ name, icon: CalendarClock, run: () => open("schedule") });
  const send = (name: string) => ({ name, icon: Send, run: () => open("send") });
  const pause = { name: say.pause, icon: Pause, run: () => act.pause(campaign) };
  const resume = { name: say.resume, icon: Play, run: () => act.resume(campaign) };
  const reported = hasReport(campaign);
  const byState: Record<CampaignStatus, RowActions> = {
    draft: {
      main: send(say.sendCampaign),
      quick: [edit, preview, schedule(say.schedule)],
      rest: [test, duplicate, remove],
    },
    scheduled: {
      main: edit,
      quick: [send(say.sendNow), preview, cancel],
      rest: [schedule(say.changeSchedule), test, duplicate],
    },
    sending: { main: pause, quick: [report, preview, cancel], rest: [duplicate] },
    paused: { main: resume, quick: [report, preview, cancel], rest: [duplicate] },
    sent: { main: report, quick: [preview, duplicate], rest: [] },
    cancelled: {
      main: reported ? report : duplicate,
      quick: reported ? [preview, duplicate] : [preview],
      rest: [remove],
    },
  };
  return byState[campaign.status];
}

/** Off while its work runs, so that nothing is asked twice. */
function useBusy() {
  const [busy, setBusy] = useState(false);
  const run = async (action: Action) => {
    setBusy(true);
    try {
      await action.run();
    } finally {
      setBusy(false);
    }
  };
  return { busy, run: (action: Action) => () => void run(action) };
}

interface Props {
  actions: RowActions;
  /** The subject, for who hears the row's buttons one after the other. */
  subject: string;
}

interface ButtonProps {
  action: Action;
  busy: boolean;
  onClick: () => void;
  /** Beside the one that says its name. */
  quick?: boolean;
}

function ActionButton({ action, busy, onClick, quick }: ButtonProps) {
  const look = {
    look: action.takes ? ("warn" as const) : quick ? ("quiet" as const) : ("plain" as const),
    size: quick ? ("small-icon" as const) : ("small" as const),
    className: quick ? "" : "max-sm:flex-1",
  };
  const label = quick ? { "aria-label": action.name, title: action.name } : {};
  const face = (
    <>
      <action.icon aria-hidden="true" />
      {quick ? null : action.name}
    </>
  );
  if (action.to) {
    return (
      <Button asChild {...look}>
        <Link to={action.to} {...label}>
          {face}
        </Link>
      </Button>
    );
  }
  return (
    <Button {...look} {...label} disabled={busy} onClick={onClick}>
      {face}
    </Button>
  );
}

/** One button, three more for who points at the row or comes by keyboard, and all of them in a menu. */
export function RowButtons({ actions: { main, quick, rest }, subject }: Props) {
  const { busy, run } = useBusy();
  const menu = [...quick, ...rest];
  const kept = menu.filter((action) => !action.takes);
  const taking = menu.filter((action) => action.takes);
  const item = (action: Action) => (
    <MenuItem key={action.name} danger={action.takes} disabled={busy} onClick={run(action)}>
      <action.icon aria-hidden="true" />
      {action.name}
    </MenuItem>
  );
  return (
    <div className="flex items-center gap-1">
      <div className="hidden items-center opacity-0 transition-opacity duration-150 group-focus-within:opacity-100 group-hover:opacity-100 xl:flex">
        {quick.map((action) => (
          <ActionButton key={action.name} action={action} busy={busy} onClick={run(action)} quick />
        ))}
      </div>
      <ActionButton action={main} busy={busy} onClick={run(main)} />
      <Menu
        trigger={(props) => (
          <Button {...props} look="quiet" size="small-icon" aria-label={say.moreForSubject(subject)}>
            <Ellipsis aria-hidden="true" />
          </Button>
        )}
      >
        {kept.map(item)}
        {kept.length > 0 && taking.length > 0 ? <MenuLine /> : null}
        {taking.map(item)}
      </Menu>
    </div>
  );
}
