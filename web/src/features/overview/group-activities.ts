import type { Activity, ActivityKind } from "@/api/overview";

/** What is told in one line: the newest first, never empty. */
export interface Group {
  kind: ActivityKind;
  activities: [Activity, ...Activity[]];
  /** Older ones of the same group are no longer told. */
  cut: boolean;
}

/** As many as the server tells. */
const TOLD = 20;

/** The life of a campaign, in its order. */
const life: ActivityKind[] = ["campaign_created", "campaign_sending", "campaign_sent"];
const crowds: ActivityKind[] = ["subscriber_added", "subscriber_unsubscribed"];

const dayOf = (at: string) => new Date(at).toDateString();

/** Whether an activity belongs to a group of newer ones. */
function belongs(group: Group, activity: Activity): boolean {
  const [oldest] = group.activities.slice(-1) as [Activity];
  if (crowds.includes(activity.kind))
    return group.kind === activity.kind && oldest.detail === activity.detail && dayOf(oldest.at) === dayOf(activity.at);
  const place = life.indexOf(activity.kind);
  // Two campaigns may have the same subject: each is created and sent once.
  return place >= 0 && life.indexOf(oldest.kind) > place && oldest.title === activity.title;
}

/** Subscribers who came or went on one day, and what happened to one campaign, told together. */
export function groupActivities(activities: Activity[]): Group[] {
  const groups: Group[] = [];
  for (const activity of activities) {
    const group = groups.find((other) => belongs(other, activity));
    if (group) group.activities.push(activity);
    else groups.push({ kind: activity.kind, activities: [activity], cut: false });
  }
  const last = activities.at(-1);
  if (!last || activities.length < TOLD) return groups;
  return groups.map((group) => ({
    ...group,
    cut: crowds.includes(group.kind) && dayOf(group.activities[0].at) === dayOf(last.at),
  }));
}
