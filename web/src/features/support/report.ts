import type { DoctorReport } from "@/api/installation";
import { say } from "./words";

/** Names of machines, addresses of people, numbers of networks and places on disks: a report needs none of them. */
const ADDRESS = new RegExp(
  [
    /[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+/,
    /[^\s@"'<>(]+@[^\s@"'<>),]+/,
    /(?<![\w.])~?\/(?:[\w.-]+\/)+[\w.-]*/,
    /\[[0-9a-f:.]*:[0-9a-f:.]*\](?::\d+)?/,
    /(?<![\w:])(?:[0-9a-f:]*::[0-9a-f:.]*|(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4})/,
    /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/,
    /\b(?:localhost|(?:[a-z0-9-]+\.)+(?!(?:toml|db|key|json|env)\b)[a-z]{2,})(?::\d+)?\b/,
  ]
    .map((pattern) => pattern.source)
    .join("|"),
  "gi",
);

export const withoutAddresses = (text: string): string => text.replace(ADDRESS, "[…]");

const marks = { ok: "ok  ", note: "note", fail: "FAIL" } as const;

interface Parts {
  version: string;
  doctor: DoctorReport | null;
  browser: string;
}

/** What somebody who helps needs to know, as text to paste. */
export function reportText({ version, doctor, browser }: Parts): string {
  const lines = [say.letterpressVersion(version)];
  if (doctor) lines.push(say.engineEngine(withoutAddresses(doctor.engine)));
  lines.push(say.browserBrowser(browser));
  for (const { name, level, text } of doctor?.checks ?? []) {
    lines.push(`${marks[level]} ${name}: ${withoutAddresses(text)}`);
  }
  return lines.join("\n");
}
