import { appendFileSync } from "node:fs";

/**
 * Says what could not be run and why, and notes it for the last line of `make test`. True where everything must run, so
 * that whoever calls this fails there.
 */
export function notRun(part, why) {
  console.error(`e2e: NOT RUN: ${part}, because ${why}`);
  if (process.env.LETTERPRESS_NOT_RUN) appendFileSync(process.env.LETTERPRESS_NOT_RUN, `${part}\n`);
  return process.env.CI === "true";
}
