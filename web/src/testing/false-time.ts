import { vi } from "vitest";

/** Lets false time pass until something is so: what React has still to do takes true time, more of it on a busy machine. */
export async function passUntil(isSo: () => boolean) {
  while (!isSo()) await vi.advanceTimersByTimeAsync(1000);
}

/** Lets false time pass until a count has stood still for `ms` of it. What never ends ends with the test's own time. */
export async function passUntilStill(count: () => number, ms: number) {
  let before: number;
  do {
    before = count();
    await vi.advanceTimersByTimeAsync(ms);
  } while (count() !== before);
}
