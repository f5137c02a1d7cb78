import { z } from "zod";
import type { Campaign, ScheduleCampaign } from "@/api/campaigns";
import { isoWeekday } from "./times";
import { say } from "./words";

export const scheduleFields = [
  "date",
  "time",
  "time_zone",
  "each_reader",
  "frequency",
  "interval",
  "weekdays",
  "month_day",
  "until",
  "feed_url",
] as const;

const MOST_INTERVAL = 99;

function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

const shape = z.object({
  date: z.string(),
  time: z.string(),
  time_zone: z.string(),
  each_reader: z.boolean(),
  frequency: z.enum(["never", "daily", "weekly", "monthly"]),
  interval: z.string(),
  weekdays: z.array(z.number()),
  month_day: z.string(),
  until: z.string(),
  only_news: z.boolean(),
  feed_url: z.string().trim(),
});

export type ScheduleForm = z.infer<typeof shape>;

function problems(form: ScheduleForm): [keyof ScheduleForm, string][] {
  const found: [keyof ScheduleForm, string][] = [];
  if (form.date === "") found.push(["date", say.chooseADate]);
  if (form.time === "") found.push(["time", say.chooseATime]);
  if (form.time_zone === "") found.push(["time_zone", say.chooseATimeZoneFrom]);
  if (form.frequency === "never") return found;
  const every = Number(form.interval);
  if (!Number.isInteger(every) || every < 1 || every > MOST_INTERVAL)
    found.push(["interval", say.aWholeNumberFrom1(MOST_INTERVAL)]);
  if (form.frequency === "weekly" && form.weekdays.length === 0) found.push(["weekdays", say.chooseAtLeastOneWeekday]);
  if (form.until !== "" && form.until < form.date) found.push(["until", say.thisIsBeforeTheFirst]);
  if (form.only_news && !isWebAddress(form.feed_url)) found.push(["feed_url", say.enterTheAddressOfThe]);
  return found;
}

export const scheduleSchema = shape.superRefine((form, context) => {
  for (const [field, message] of problems(form)) context.addIssue({ code: "custom", path: [field], message });
});

const two = (value: number) => String(value).padStart(2, "0");
const localDate = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

/** UTC is what an account begins with, so it counts as no choice. */
const zoneOf = (authorZone: string | undefined) => (authorZone && authorZone !== "UTC" ? authorZone : browserZone());

function startOf({ schedule, scheduled_at }: Campaign, authorZone: string | undefined) {
  if (schedule?.local_time) {
    const [date = "", time = ""] = schedule.local_time.split("T");
    return { date, time: time.slice(0, 5), time_zone: schedule.time_zone ?? zoneOf(authorZone) };
  }
  if (scheduled_at) {
    const at = new Date(scheduled_at);
    return { date: localDate(at), time: `${two(at.getHours())}:${two(at.getMinutes())}`, time_zone: browserZone() };
  }
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  return { date: localDate(tomorrow), time: "09:00", time_zone: zoneOf(authorZone) };
}

/** What the dialog begins with: the present schedule, else tomorrow at nine. */
export function formOf(campaign: Campaign, authorZone: string | undefined): ScheduleForm {
  const start = startOf(campaign, authorZone);
  const { repeat } = campaign;
  const weekday = isoWeekday(start.date);
  return {
    ...start,
    each_reader: campaign.schedule?.kind === "reader",
    frequency: repeat?.frequency ?? "never",
    interval: String(repeat?.interval ?? 1),
    weekdays: repeat?.weekdays.length ? repeat.weekdays : weekday ? [weekday] : [],
    month_day: String(repeat?.month_day ?? Number(start.date.slice(8))),
    until: repeat?.until ?? "",
    only_news: Boolean(repeat?.feed_url),
    feed_url: repeat?.feed_url ?? "",
  };
}

function repeatOf(form: ScheduleForm): ScheduleCampaign["repeat"] {
  if (form.frequency === "never") return undefined;
  return {
    frequency: form.frequency,
    interval: Number(form.interval),
    ...(form.frequency === "weekly" ? { weekdays: form.weekdays.toSorted() } : {}),
    ...(form.frequency === "monthly" ? { month_day: Number(form.month_day) } : {}),
    ...(form.until === "" ? {} : { until: form.until }),
    ...(form.only_news ? { feed_url: form.feed_url } : {}),
  };
}

export function payloadOf(form: ScheduleForm): ScheduleCampaign {
  const repeat = repeatOf(form);
  return {
    local_time: `${form.date}T${form.time}`,
    time_zone: form.time_zone,
    ...(form.each_reader ? { each_reader: true } : {}),
    ...(repeat ? { repeat } : {}),
  };
}

/** The server's name of a field, in the words of this form. */
export function ourField(field: string): string {
  const bare = field.replace(/^repeat\./, "");
  return bare === "local_time" || bare === "scheduled_at" ? "date" : bare;
}
