import { useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { NoticeBell } from "@/features/overview/notice-bell";
import { SearchBox } from "@/features/search/search-box";
import { lazyCode } from "@/lib/code";
import { useShortcuts } from "@/lib/shortcuts";
import { destinations, isWorkbench } from "../nav";
import { LayerProvider, useLayers } from "../search/layer";
import { useVisits } from "../search/visits";
import { Drawer } from "./drawer";
import { ErrorBoundary } from "./error-boundary";
import { Footer } from "./footer";
import { Frame } from "./frame";
import { heldBanner } from "./held";
import { HelpLinks } from "./help-links";
import { ShortcutsDialog } from "./shortcuts-dialog";
import { Navigation } from "./sidebar";
import { ThemeToggle } from "./theme-toggle";
import { useSectionScroll } from "./use-section-scroll";
import { UserMenu } from "./user-menu";

const SearchPanel = lazyCode(() => import("../search/search-panel"));
const HeldBanner = heldBanner.Part;

/** The page's own filter; on a page without one, the search of the top bar. */
function focusFilter() {
  const field =
    document.querySelector<HTMLElement>("main search input") ??
    document.querySelector<HTMLElement>("header search input");
  field?.focus();
}

function TopBar({ onShowShortcuts, alone }: { onShowShortcuts: () => void; alone: boolean }) {
  return (
    <>
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
    </>
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
  const page = (
    // The pages of the settings keep their column.
    <ErrorBoundary key={pathname.startsWith("/settings/") ? "/settings" : pathname}>
      <Outlet />
      {layer}
    </ErrorBoundary>
  );
  const bar = (
    <LayerProvider value={showLayer}>
      <TopBar alone={isWorkbench(pathname)} onShowShortcuts={() => setHelping(true)} />
    </LayerProvider>
  );
  return (
    <>
      <Frame bar={bar} banner={<HeldBanner />} footer={<Footer />}>
        {page}
      </Frame>
      <ShortcutsDialog open={helping} onClose={() => setHelping(false)} />
    </>
  );
}
