import type { ReactNode } from "react";
import { type CampaignStatus, useCampaigns } from "@/api/campaigns";
import { countOf } from "@/lib/format";
import { Card, Skeleton } from "@/ui/surface";

function Jump({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className="link font-medium">
      {children}
    </button>
  );
}

/** How many there are, however many that is: the server counts, and one row is enough to be told. */
function useCount(status: CampaignStatus): { data: number | undefined; error: Error | undefined } {
  const { data, error } = useCampaigns({ status, limit: 1 });
  return { data: data?.total, error };
}

/** What can be sent and what is on its way, each one click from its campaigns. */
export function SendStrip({ onShow }: { onShow: (status: CampaignStatus) => void }) {
  const { data: drafts, error } = useCount("draft");
  const { data: scheduled = 0 } = useCount("scheduled");
  const { data: sending = 0 } = useCount("sending");
  const { data: paused = 0 } = useCount("paused");
  if (error && drafts === undefined) return null;
  return (
    <Card
      id="send-campaign"
      tabIndex={-1}
      aria-labelledby="send-campaign-title"
      role="region"
      className="mt-4 flex scroll-mt-20 flex-wrap items-baseline gap-x-6 gap-y-1 px-5 py-4 text-13 outline-none"
    >
      <h2 id="send-campaign-title" className="text-muted">
        Ready to send
      </h2>
      {drafts === undefined ? (
        <Skeleton className="h-4 w-56 self-center" />
      ) : drafts === 0 ? (
        <p>No drafts. New campaigns start as drafts.</p>
      ) : (
        <p>
          <Jump onClick={() => onShow("draft")}>{countOf(drafts, "draft")}</Jump> {drafts === 1 ? "is" : "are"} waiting
          below.
        </p>
      )}
      {scheduled > 0 ? (
        <p>
          <Jump onClick={() => onShow("scheduled")}>{countOf(scheduled, "campaign")}</Jump> scheduled.
        </p>
      ) : null}
      {sending > 0 ? (
        <p>
          <Jump onClick={() => onShow("sending")}>{countOf(sending, "campaign")}</Jump> on{" "}
          {sending === 1 ? "its" : "their"} way.
        </p>
      ) : null}
      {paused > 0 ? (
        <p>
          <Jump onClick={() => onShow("paused")}>{countOf(paused, "campaign")}</Jump> paused.
        </p>
      ) : null}
    </Card>
  );
}
