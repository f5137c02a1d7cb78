import type { ReactNode } from "react";
import { lastHeld } from "@/api/installation";
import { codeOf } from "@/lib/code";

/** Nobody waits for it, and no page fails without it. */
export const heldBanner = codeOf(() =>
  import("@/features/installation/held-banner").catch(() => ({ default: () => null as ReactNode })),
);

/** What the first picture of a page has besides the page. */
export async function preloadShell() {
  if (lastHeld()) await heldBanner.preload();
}
