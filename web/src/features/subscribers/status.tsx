import type { SubscriberStatus } from "@/api/subscribers";
import { capitalise } from "@/lib/format";
import { Badge, type Tone } from "@/ui/badge";

export const statuses: SubscriberStatus[] = ["active", "unsubscribed", "pending", "bounced", "complained"];

const tones: Record<SubscriberStatus, Tone> = {
  active: "green",
  unsubscribed: "neutral",
  pending: "blue",
  bounced: "yellow",
  complained: "red",
};

export function StatusBadge({ status }: { status: SubscriberStatus }) {
  return <Badge tone={tones[status]}>{capitalise(status)}</Badge>;
}
