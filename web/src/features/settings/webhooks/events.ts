import type { WebhookEvent } from "@/api/webhooks";

/** The events by what an author calls them. */
export const groups: readonly { label: string; hint: string; events: readonly WebhookEvent[] }[] = [
  { label: "Email Opens", hint: "A subscriber opened an email", events: ["email.opened"] },
  { label: "Email Clicks", hint: "A subscriber clicked a link", events: ["email.clicked"] },
  {
    label: "Email Bounces",
    hint: "An email came back, or a subscriber complained",
    events: ["email.bounced", "email.complained"],
  },
  {
    label: "Subscriber Changes",
    hint: "Someone joins, confirms, changes, unsubscribes or is removed",
    events: [
      "subscriber.created",
      "subscriber.confirmed",
      "subscriber.updated",
      "subscriber.unsubscribed",
      "subscriber.deleted",
    ],
  },
  {
    label: "Campaign Progress",
    hint: "A campaign starts, finishes or is paused",
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
