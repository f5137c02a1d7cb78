import type { Campaign, Repeat } from "@/api/campaigns";
import type { ResolvedTime } from "@/api/schedule";
import { formatDate } from "@/lib/format";
import { say } from "./words";

export const weekdayNames = [
  say.monday,
  say.tuesday,
  say.wednesday,
  say.thursday,
  say.friday,
  say.saturday,
  say.sunday,
];

const wallDates = new Intl.DateTimeFormat(undefined, {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
const wallClock = new Intl.DateTimeFormat(undefined, { timeStyle: "short", timeZone: "UTC" });
const wallFull = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Record<string, string> = { one: "st", two: "nd", few: "rd", other: "th" };

/** A wall time has no zone: it is read and written as if it were UTC, so that none is put upon it. */
const asUtc = (wall: string) => new Date(`${wall}Z`);

/** The date of 2027-03-28T02:30 or of 2027-03-28. */
const wallDate = (wall: string) => wallDates.format(asUtc(wall.length > 10 ? wall : `${wall}T00:00`));
const wallTime = (wall: string) => wallClock.format(asUtc(wall));

/** 1 to 7 from Monday, or null when it is no date. */
export function isoWeekday(date: string): number | null {
  const day = new Date(`${date}T00:00Z`).getUTCDay();
  return Number.isNaN(day) ? null : day || 7;
}

export const ordinal = (day: number) => `${day}${endings[ordinals.select(day)] ?? "th"}`;

const listed = (words: string[]) =>
  words.length < 2 ? words.join("") : say.joinAndAt(words.slice(0, -1).join(", "), words.at(-1));

function rhythm({ frequency, interval, weekdays, month_day }: Repeat): string {
  if (frequency === "daily") return say.everyDays(interval);
  if (frequency === "weekly") {
    const days = listed(weekdays.map((day) => weekdayNames[day - 1] ?? ""));
    return say.everyWeeks(interval, days);
  }
  const month = say.everyMonths(interval);
  if (month_day === null) return month;
  return say.monthOnTheDay(month, month_day === 31 ? say.lastDay : ordinal(month_day));
}

/** "Repeats every Monday, until Dec 31, 2027". */
export const describeRepeat = (repeat: Repeat) =>
  say.repeatsRepeatUntil(rhythm(repeat), repeat.until ? say.untilDate(wallDate(repeat.until)) : "");

/** When a scheduled campaign leaves, as its author chose it; null for one that is not scheduled. */
export function scheduledFor({ schedule, scheduled_at }: Campaign): { date: string; detail: string | null } | null {
  if (schedule?.local_time) {
    const where = schedule.kind === "reader" ? say.eachLocalTime : schedule.time_zone;
    return {
      date: wallDate(schedule.local_time),
      detail: [wallTime(schedule.local_time), where].filter(Boolean).join(", "),
    };
  }
  if (!scheduled_at) return null;
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
  return { date: formatDate(scheduled_at), detail: clock.format(new Date(scheduled_at)) };
}

function seconds(offset: string): number {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  return (sign === "-" ? -60 : 60) * (Number(hours) * 60 + Number(minutes));
}

/** The instant in the chosen zone and in UTC, from the server's own offset: browsers know other zone rules. */
export function describeInstant({ scheduled_at, utc_offset }: ResolvedTime): { local: string; utc: string } {
  const at = new Date(scheduled_at);
  const local = new Date(at.getTime() + seconds(utc_offset) * 1000);
  return { local: wallFull.format(local), utc: wallFull.format(at) };
}
