import type { WebhookEvent } from "@/api/webhooks";
import { say } from "../words";

/** The events by what an author calls them. */
export const groups: readonly { label: string; hint: string; events: readonly WebhookEvent[] }[] = [
  { label: say.emailOpens, hint: say.aSubscriberOpenedAnEmail, events: ["email.opened"] },
  { label: say.emailClicks, hint: say.aSubscriberClickedALink, events: ["email.clicked"] },
  {
    label: say.emailBounces,
    hint: say.anEmailCameBackOr,
    events: ["email.bounced", "email.complained"],
  },
  {
    label: say.subscriberChanges,
    hint: say.someoneJoinsConfirmsChangesUnsubscribes,
    events: [
      "subscriber.created",
      "subscriber.confirmed",
      "subscriber.updated",
      "subscriber.unsubscribed",
      "subscriber.deleted",
    ],
  },
  {
    label: say.campaignProgress,
    hint: say.aCampaignStartsFinishesOr,
    events: ["campaign.sending", "campaign.sent", "campaign.paused"],
  },
];

export const defaults: readonly WebhookEvent[] = ["email.opened", "email.clicked"];

/** How many of a group are in the choice. A webhook made by the API may have some of a group only. */
export function shareOf(group: readonly WebhookEvent[], chosen: readonly WebhookEvent[]): "all" | "some" | "none" {
  const count = group.filter((event) => chosen.includes(event)).length;
  return count === group.length ? "all" : count > 0 ? "some" : "none";
}

/** The choice with a whole group in or out, in the order of the groups, so that equal choices are equal lists. */
export function withGroup(
  chosen: readonly WebhookEvent[],
  group: readonly WebhookEvent[],
  on: boolean,
): WebhookEvent[] {
  return inOrder(chosen.filter((event) => !group.includes(event)).concat(on ? group : []));
}

export function inOrder(chosen: readonly WebhookEvent[]): WebhookEvent[] {
  return groups.flatMap(({ events }) => events.filter((event) => chosen.includes(event)));
}
