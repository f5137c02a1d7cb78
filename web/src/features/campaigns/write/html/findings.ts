import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";

/** Where the server says that an error is. */
const PLACE = /line (\d+), column (\d+)/i;

/** The error as a mark in the text: at its place to the end of the tag or the line, or on the first line. */
export function findingsOf(message: string | undefined, text: Text): Diagnostic[] {
  if (!message) return [];
  const [, line, column] = PLACE.exec(message) ?? [];
  const at = text.line(Math.min(Math.max(1, Number(line ?? 1)), text.lines));
  const from = Math.min(at.from + Math.max(0, Number(column ?? 1) - 1), at.to);
  const close = at.text.indexOf("}}", from - at.from);
  const to = close < 0 ? at.to : at.from + close + 2;
  return [{ from: from === to ? at.from : from, to, severity: "error", message }];
}
