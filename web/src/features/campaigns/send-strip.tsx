import type { ReactNode } from "react";
import { type CampaignStatus, useCampaigns } from "@/api/campaigns";
import { countOf } from "@/lib/format";
import { Card, Skeleton } from "@/ui/surface";
import { say } from "./words";

function Jump({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className="link font-medium">
      {children}
    </button>
  );
}

/** How many there are, however many that is: the server counts, and one row is enough to be told. */
function useCount(status: CampaignStatus, isAsked: boolean): { data: number | undefined; error: Error | undefined } {
  const { data, error } = useCampaigns(isAsked ? { status, limit: 1 } : null);
  return { data: data?.total, error };
}

interface Props {
  /** Whether they are counted. */
  isAsked: boolean;
  onShow: (status: CampaignStatus) => void;
}

/** What can be sent and what is on its way, each one click from its campaigns. */
export function SendStrip({ isAsked, onShow }: Props) {
  const { data: drafts, error } = useCount("draft", isAsked);
  const { data: scheduled = 0 } = useCount("scheduled", isAsked);
  const { data: sending = 0 } = useCount("sending", isAsked);
  const { data: paused = 0 } = useCount("paused", isAsked);
  if (error && drafts === undefined) return null;
  const counts: [CampaignStatus, number, string][] = [
    ["draft", drafts ?? 0, countOf(drafts ?? 0, "draft")],
    ["scheduled", scheduled, say.scheduledCount(scheduled)],
    ["sending", sending, say.sendingCount(sending)],
    ["paused", paused, say.pausedCount(paused)],
  ];
  const shown = counts.flatMap(([status, count, text]) => (count > 0 ? [[status, text] as const] : []));
  return (
    <Card
      id="send-campaign"
      tabIndex={-1}
      aria-labelledby="send-campaign-title"
      role="region"
      className="mt-4 flex scroll-mt-20 flex-wrap items-baseline gap-x-6 gap-y-1 px-5 py-4 text-13 outline-none"
    >
      <h2 id="send-campaign-title" className="text-muted">
        {say.readyToSend}
      </h2>
      {drafts === undefined ? (
        <Skeleton className="h-4 w-32 self-center sm:w-56" />
      ) : (
        <p className="flex flex-wrap gap-x-1.5">
          {drafts === 0 ? <span>{say.noDraftsNewCampaignsStart}</span> : null}
          {shown.map(([status, text], at) => (
            <span key={status} className="flex gap-x-1.5">
              {at > 0 ? <span aria-hidden="true">·</span> : null}
              <Jump onClick={() => onShow(status)}>{text}</Jump>
            </span>
          ))}
        </p>
      )}
    </Card>
  );
}
