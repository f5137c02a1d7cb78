const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const numbers = new Intl.NumberFormat();
const dates = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "short", day: "numeric" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const times = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const shortDays = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", timeZone: "UTC" });

export const formatNumber = (value: number) => numbers.format(value);
export const formatDate = (at: string) => dates.format(new Date(at));
export const formatExact = (at: string) => exact.format(new Date(at));
export const formatClock = (at: string) => clock.format(new Date(at));
/** Since when something lasts: of today only the time. */
export function formatSince(at: string, now = Date.now()): string {
  const since = new Date(at);
  return (since.toDateString() === new Date(now).toDateString() ? times : clock).format(since);
}
/** The server's sentences have instants in UTC: here as the reader's clock shows them. */
export const withLocalTimes = (text: string, now = Date.now()) =>
  text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g, (at) => formatSince(at, now));
/** A calendar day as the server counts them, in UTC. */
export const formatDay = (date: string) => shortDays.format(new Date(`${date}T00:00:00Z`));

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

export const countOf = (count: number, unit: string, units = `${unit}s`) =>
  `${formatNumber(count)} ${count === 1 ? unit : units}`;

export function relativeTime(at: string, now = Date.now()): string {
  const age = now - new Date(at).getTime();
  if (age < HOUR) return "Less than an hour ago";
  if (age < DAY) return `${plural(Math.floor(age / HOUR), "hour")} ago`;
  if (age < 7 * DAY) return `${plural(Math.floor(age / DAY), "day")} ago`;
  return formatDate(at);
}

export const formatRate = (percent: number | null | undefined) => `${(percent ?? 0).toFixed(1)}%`;

/** Like the specification's rates: counts over sends as a percentage, 0 when there are no sends. */
export const rateOf = (count: number, sends: number) => (sends > 0 ? (count / sends) * 100 : 0);

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return plural(whole, "second");
  if (whole < 3600) {
    const rest = whole % 60;
    return rest === 0 ? `${Math.floor(whole / 60)} min` : `${Math.floor(whole / 60)} min ${rest} s`;
  }
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export const formatSpeed = (perSecond: number) =>
  `${formatNumber(perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond))} per second`;

export const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export function fullName(person: { first_name: string | null; last_name: string | null }): string {
  return [person.first_name, person.last_name].filter(Boolean).join(" ");
}

export function isThisMonth(at: string, now = new Date()): boolean {
  const date = new Date(at);
  return date.getFullYear() === now.getFullYear() && date.getMonth() === now.getMonth();
}

/** "+12%" against the period before; null when there is nothing to compare with. */
export function change(now: number, before: number): { text: string; up: boolean } | null {
  if (before === 0) return null;
  const percent = ((now - before) / before) * 100;
  const rounded = Math.abs(percent) < 10 ? Math.round(percent * 10) / 10 : Math.round(percent);
  return { text: `${rounded > 0 ? "+" : ""}${formatNumber(rounded)}%`, up: percent >= 0 };
}
