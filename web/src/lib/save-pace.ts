/** After the last change, and while changes go on. */
const AFTER_MS = 2000;
const AT_LATEST_MS = 5000;

/** When what changes just now is saved by itself, in milliseconds, where something has waited since `since`. */
export const untilSave = (since: number, now = Date.now()) =>
  Math.max(0, Math.min(AFTER_MS, since + AT_LATEST_MS - now));
