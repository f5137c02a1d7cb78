import { codeOf } from "@/lib/code";
import { preloadShell } from "./shell/held";
import { PageSkeleton } from "./shell/page-skeleton";

export const pages = {
  "/": codeOf(() => import("@/features/overview/overview-page"), PageSkeleton),
  "/analytics": codeOf(() => import("@/features/analytics/analytics-page"), PageSkeleton),
  "/newsletters": codeOf(() => import("@/features/newsletters/newsletters-page"), PageSkeleton),
  "/subscribers": codeOf(() => import("@/features/subscribers/subscribers-page"), PageSkeleton),
  "/campaigns": codeOf(() => import("@/features/campaigns/campaigns-page"), PageSkeleton),
  "/templates": codeOf(() => import("@/features/templates/templates-page"), PageSkeleton),
  "/settings": codeOf(() => import("./settings"), PageSkeleton),
  "/domains": codeOf(() => import("@/features/domains/domains-page"), PageSkeleton),
  "/documentation": codeOf(() => import("@/features/guide/contents-page"), PageSkeleton),
  "/api-reference": codeOf(() => import("@/features/api-reference/api-page"), PageSkeleton),
  "/support": codeOf(() => import("@/features/support/support-page"), PageSkeleton),
};

/** Pages of one thing each. */
export const inner = {
  guide: codeOf(() => import("@/features/guide/guide-page"), PageSkeleton),
  suppressions: codeOf(() => import("@/features/subscribers/suppressions"), PageSkeleton),
  template: codeOf(() => import("./template-editor"), PageSkeleton),
  report: codeOf(() => import("@/features/campaigns/report-page"), PageSkeleton),
  write: codeOf(() => import("@/features/campaigns/write/write-page"), PageSkeleton),
};

/** The page that a path leads to. */
function pageAt(path: string) {
  const found = Object.entries(pages).find(([own]) => own === path)?.[1];
  if (found) return found;
  if (path.startsWith("/documentation/")) return inner.guide;
  if (path.startsWith("/settings/")) return pages["/settings"];
  if (path.startsWith("/templates/")) return inner.template;
  if (!path.startsWith("/campaigns/")) return null;
  return path.endsWith("/report") ? inner.report : inner.write;
}

/** Fetches the code of the page that a path leads to. One that does not come is asked for again when it is shown. */
export const prefetchPage = async (path: string) => pageAt(path)?.prefetch();

/** Fetches the code of the page that will be shown first, so that the gate opens on a finished page. */
export async function preloadPage() {
  await Promise.all([pageAt(location.pathname)?.preload(), preloadShell()]);
}

const LATER_MS = 2000;

/**
 * Fetches every page's code, one after the other: then none of them fails when the connection does, or when an upgrade
 * of the server takes its files away. The editors, which are as large as all the rest, come when nobody waits for anything.
 */
export async function prefetchPages() {
  for (const page of Object.values(pages)) await page.prefetch();
  await new Promise((resolve) => setTimeout(resolve, LATER_MS));
  for (const page of Object.values(inner)) await page.prefetch();
}

/**
 * Fetches a page's code and what it shows first as soon as somebody points at a link to it, or comes to it by keyboard; until
 * the answer is called.
 */
export function prefetchOnHint() {
  const hint = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link?.origin === location.origin) void pageAt(link.pathname)?.expect();
  };
  const over = new AbortController();
  for (const kind of ["pointerover", "focusin", "touchstart"])
    addEventListener(kind, hint, { passive: true, signal: over.signal });
  return () => over.abort();
}
