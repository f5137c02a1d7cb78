import type { Campaign, CampaignStatus } from "@/api/campaigns";
import { capitalise } from "@/lib/format";
import { Badge, type Tone } from "@/ui/badge";
import { scheduledFor } from "./schedule/times";
import { say } from "./words";

/** The order in which the filter offers them. */
export const statuses: CampaignStatus[] = ["draft", "scheduled", "sent", "sending", "paused", "cancelled"];

const tones: Record<CampaignStatus, Tone> = {
  draft: "neutral",
  scheduled: "blue",
  sending: "blue",
  paused: "yellow",
  sent: "green",
  cancelled: "red",
};

/** `testing`: an A/B test is tried on a sample, and everybody else waits. */
export function StatusBadge({ status, testing = false }: { status: CampaignStatus; testing?: boolean }) {
  const isSending = status === "sending";
  return (
    <Badge tone={tones[status]} live={isSending}>
      {isSending && testing ? say.testingAB : capitalise(status)}
    </Badge>
  );
}

export function dateLine(campaign: Campaign): string {
  const planned = campaign.status === "scheduled" ? scheduledFor(campaign) : null;
  if (planned) return say.scheduledForDate(planned.date);
  if (campaign.status === "sent" && campaign.sent_at) return say.sentAt(campaign.sent_at);
  return say.createdAt(campaign.created_at);
}

/** The instant behind the date line, for the exact time on hover. */
export function dateOf(campaign: Campaign): string {
  if (campaign.status === "scheduled" && campaign.scheduled_at) return campaign.scheduled_at;
  if (campaign.status === "sent" && campaign.sent_at) return campaign.sent_at;
  return campaign.created_at;
}
