import type { Doctor } from "@/api/installation";

/** Names of machines, addresses of people and numbers of networks: none of them belongs into a report. */
const ADDRESSES: RegExp[] = [
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+/gi,
  /[^\s@"'<>(]+@[^\s@"'<>),]+/g,
  /\[?\b(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}\]?(?::\d+)?/gi,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /\b(?:localhost|(?:[a-z0-9-]+\.)+[a-z]{2,})(?::\d+)?\b/gi,
  /(?<![\w.])\/(?:[\w.-]+\/)+[\w.-]*/g,
];

export const withoutAddresses = (text: string): string =>
  ADDRESSES.reduce((left, pattern) => left.replace(pattern, "[…]"), text);

interface Parts {
  version: string;
  doctor: Doctor | null;
  browser: string;
}

/** What somebody who helps needs to know, as text to paste. */
export function reportText({ version, doctor, browser }: Parts): string {
  const lines = [`Letterpress ${version}`];
  if (doctor) lines.push(`Engine: ${withoutAddresses(doctor.engine)}`);
  lines.push(`Browser: ${browser}`);
  for (const { name, ok, text } of doctor?.checks ?? []) {
    lines.push(`${ok ? "ok  " : "FAIL"} ${name}: ${withoutAddresses(text)}`);
  }
  return lines.join("\n");
}
