import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { NoticeBell } from "@/features/overview/notice-bell";
import { SearchBox } from "@/features/search/search-box";
import { cn } from "@/lib/cn";
import { useShortcuts } from "@/lib/shortcuts";
import { destinations, isWorkbench } from "../nav";
import { LayerProvider, useLayers } from "../search/layer";
import { useVisits } from "../search/visits";
import { say } from "../words";
import { Drawer } from "./drawer";
import { ErrorBoundary } from "./error-boundary";
import { Footer } from "./footer";
import { heldBanner } from "./held";
import { HelpLinks } from "./help-links";
import { PageSkeleton } from "./page-skeleton";
import { ShortcutsDialog } from "./shortcuts-dialog";
import { Brand, Navigation } from "./sidebar";
import { ThemeToggle } from "./theme-toggle";
import { UserMenu } from "./user-menu";

const SearchPanel = lazy(() => import("../search/search-panel"));
const HeldBanner = heldBanner.Part;

/** Brings a section into view, also when its page is still loading. */
function useSectionScroll() {
  const location = useLocation();
  const last = useRef(location.pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again scrolls again
  useEffect(() => {
    if (!location.hash) {
      if (last.current !== location.pathname) scrollTo({ top: 0 });
      last.current = location.pathname;
      return;
    }
    last.current = location.pathname;
    const id = decodeURIComponent(location.hash.slice(1));
    const giveUp = Date.now() + 4000;
    let frame = 0;
    const look = () => {
      const target = document.getElementById(id);
      if (target) {
        target.scrollIntoView({ block: "start" });
        // Whoever types meanwhile goes on typing.
        const typing = document.activeElement?.matches("input, textarea, select");
        if (!typing && !document.querySelector('[role="dialog"]')) target.focus({ preventScroll: true });
      } else if (Date.now() < giveUp) frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [location.key, location.hash, location.pathname]);
}

/** The page's own filter; on a page without one, the search of the top bar. */
function focusFilter() {
  const field =
    document.querySelector<HTMLElement>("main search input") ??
    document.querySelector<HTMLElement>("header search input");
  field?.focus();
}

function TopBar({ onShowShortcuts, alone }: { onShowShortcuts: () => void; alone: boolean }) {
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-3 border-line border-b bg-page/92 px-4 backdrop-blur-md sm:px-6">
      <Drawer always={alone}>
        {(close) => (
          <>
            <Navigation onFollow={close} />
            <HelpLinks onFollow={close} className="mt-6 grid gap-0.5 border-line border-t pt-4" />
          </>
        )}
      </Drawer>
      <SearchBox>{(panel) => <SearchPanel {...panel} onShowShortcuts={onShowShortcuts} />}</SearchBox>
      <div className="ml-auto flex items-center gap-1.5">
        <HelpLinks className="flex max-md:hidden" />
        <NoticeBell />
        <ThemeToggle />
        <UserMenu onShowShortcuts={onShowShortcuts} />
      </div>
    </header>
  );
}

export function Shell() {
  const [helping, setHelping] = useState(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [layer, showLayer] = useLayers();
  useSectionScroll();
  useVisits();
  useShortcuts({
    "?": () => setHelping(true),
    "/": focusFilter,
    ...Object.fromEntries(destinations.map((item) => [`g ${item.key}`, () => void navigate(item.path)])),
  });
  const alone = isWorkbench(pathname);
  const page = (
    // The pages of the settings keep their column.
    <ErrorBoundary key={pathname.startsWith("/settings/") ? "/settings" : pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
        {layer}
      </Suspense>
    </ErrorBoundary>
  );
  return (
    <div className={cn("min-h-dvh", alone ? "flex flex-col" : "lg:grid lg:grid-cols-[248px_minmax(0,1fr)]")}>
      <a
        href="#main"
        className="sr-only z-60 rounded-control bg-accent px-4 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {say.skipToContent}
      </a>
      {alone ? null : (
        <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-line border-r px-3 pb-6 lg:block">
          <div className="sticky top-0 flex h-14 items-center bg-page">
            <Brand />
          </div>
          <div className="mt-4">
            <Navigation />
          </div>
        </aside>
      )}
      <div className={cn("min-w-0", alone && "flex grow flex-col")}>
        <LayerProvider value={showLayer}>
          <TopBar alone={alone} onShowShortcuts={() => setHelping(true)} />
        </LayerProvider>
        <HeldBanner />
        {alone ? (
          <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
            {page}
          </main>
        ) : (
          <div className="mx-auto max-w-[1200px] px-4 pt-8 sm:px-8">
            <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-88px)] outline-none">
              {page}
            </main>
            <Footer />
          </div>
        )}
      </div>
      <ShortcutsDialog open={helping} onClose={() => setHelping(false)} />
    </div>
  );
}
