import { ArrowLeft, Ban, CalendarClock, Copy, Ellipsis, Eye, FlaskConical, History, Send, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Campaign } from "@/api/campaigns";
import { cn } from "@/lib/cn";
import { Button } from "@/ui/button";
import { Menu, MenuItem, MenuLine } from "@/ui/menu";
import type { Dialog } from "../row-actions";
import { StatusBadge } from "../status";
import { say } from "./words";

interface Props {
  campaign: Campaign;
  /** While true, something is on its way that must not be asked twice. */
  busy: boolean;
  /** How it stands with the saves. */
  line: ReactNode;
  /** Whether the preview stands beside the text; null where there is no room for it. */
  beside: boolean | null;
  onPreview: () => void;
  onOpen: (dialog: Dialog) => void;
  onDuplicate: () => void;
  onVersions: () => void;
  /** Deletes a draft; what is scheduled becomes a draft again. */
  onTake: () => void;
}

function More({ campaign, busy, onOpen, onPreview, onDuplicate, onVersions, onTake }: Omit<Props, "line">) {
  const scheduled = campaign.status === "scheduled";
  return (
    <Menu
      trigger={(props) => (
        <Button {...props} look="quiet" size="small-icon" aria-label={say.more}>
          <Ellipsis aria-hidden="true" />
        </Button>
      )}
    >
      <MenuItem disabled={busy} onClick={() => onOpen("schedule")}>
        <CalendarClock aria-hidden="true" />
        {scheduled ? say.changeSchedule : say.schedule}
      </MenuItem>
      <MenuItem disabled={busy} onClick={onPreview}>
        <Eye aria-hidden="true" />
        {say.preview}
      </MenuItem>
      <MenuItem disabled={busy} onClick={onVersions}>
        <History aria-hidden="true" />
        {say.versions}
      </MenuItem>
      <MenuItem disabled={busy} onClick={onDuplicate}>
        <Copy aria-hidden="true" />
        {say.duplicate}
      </MenuItem>
      <MenuLine />
      <MenuItem danger disabled={busy} onClick={onTake}>
        {scheduled ? <Ban aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
        {scheduled ? say.cancel : say.deleteIt}
      </MenuItem>
    </Menu>
  );
}

/** Stays in sight while one writes. */
export function WriteHeader({ line, ...rest }: Props) {
  const { campaign, busy, beside, onOpen, onPreview } = rest;
  return (
    <header className="sticky top-14 z-20 border-line border-b bg-page/92 backdrop-blur-md">
      <div
        className={cn(
          "mx-auto flex min-h-14 w-full flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-8",
          beside ? "max-w-[1600px]" : "max-w-[1180px]",
        )}
      >
        <Link to="/campaigns" className="inline-flex items-center gap-1.5 text-13 text-muted hover:text-text">
          <ArrowLeft aria-hidden="true" className="size-4" />
          {say.campaigns}
        </Link>
        <h1 className="sr-only">{say.editCampaign}</h1>
        <span className="max-w-60 truncate text-13 max-lg:hidden">{campaign.newsletter_name}</span>
        <span className="max-sm:hidden">
          <StatusBadge status={campaign.status} />
        </span>
        <div className="min-w-0 max-sm:order-last max-sm:basis-full">{line}</div>
        <div className="ml-auto flex items-center gap-1.5">
          {beside === null ? null : (
            <Button size="small" look={beside ? "plain" : "quiet"} aria-pressed={beside} onClick={onPreview}>
              <Eye aria-hidden="true" />
              {say.preview}
            </Button>
          )}
          <Button size="small" disabled={busy} onClick={() => onOpen("test")}>
            <FlaskConical aria-hidden="true" />
            <span className="max-sm:sr-only">{say.testSend}</span>
          </Button>
          <Button look="accent" size="small" disabled={busy} onClick={() => onOpen("send")}>
            <Send aria-hidden="true" />
            {campaign.status === "scheduled" ? say.sendNow : say.sendCampaign}
          </Button>
          <More {...rest} />
        </div>
      </div>
    </header>
  );
}
