import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { cn } from "@/lib/cn";
import { Loading, Skeleton } from "@/ui/surface";
import { isWorkbench } from "../nav";
import { say } from "../words";
import { PageSkeleton } from "./page-skeleton";
import { Brand, Navigation } from "./sidebar";

interface Props {
  /** The top bar. */
  bar: ReactNode;
  /** Below the top bar. */
  banner?: ReactNode;
  /** Below the page. */
  footer?: ReactNode;
  /** Nothing but the page can be used yet. */
  waiting?: boolean;
  children: ReactNode;
}

/** Where everything of the dashboard stands. An editor has the whole window. */
export function Frame({ bar, banner, footer, waiting = false, children }: Props) {
  const alone = isWorkbench(useLocation().pathname);
  const shut = { inert: waiting, "aria-hidden": waiting || undefined };
  return (
    <div className={cn("min-h-dvh", alone ? "flex flex-col" : "lg:grid lg:grid-cols-[248px_minmax(0,1fr)]")}>
      {waiting ? null : (
        <a
          href="#main"
          className="sr-only z-60 rounded-control bg-accent px-4 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {say.skipToContent}
        </a>
      )}
      {alone ? null : (
        <aside {...shut} className="sticky top-0 hidden h-dvh overflow-y-auto border-line border-r px-3 pb-6 lg:block">
          <div className="sticky top-0 flex h-14 items-center bg-page">
            <Brand />
          </div>
          <div className="mt-4">
            <Navigation />
          </div>
        </aside>
      )}
      <div className={cn("min-w-0", alone && "flex grow flex-col")}>
        <header
          {...shut}
          className="sticky top-0 z-30 flex h-14 items-center gap-3 border-line border-b bg-page/92 px-4 backdrop-blur-md sm:px-6"
        >
          {bar}
        </header>
        {banner}
        {alone ? (
          <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
            {children}
          </main>
        ) : (
          <div className="mx-auto max-w-[1200px] px-4 pt-8 sm:px-8">
            <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-88px)] outline-none">
              {children}
            </main>
            {footer}
          </div>
        )}
      </div>
    </div>
  );
}

/** The frame of whoever was signed in here before, while the server is asked whether they still are. */
export function WaitingFrame({ text }: { text: string }) {
  const alone = isWorkbench(useLocation().pathname);
  return (
    <Frame waiting bar={<span className="block h-9 w-full max-w-md rounded-control border border-line bg-surface" />}>
      {alone ? (
        <div className="p-4 sm:p-6">
          <Loading text={text}>
            <Skeleton className="h-9 w-64" />
          </Loading>
        </div>
      ) : (
        <PageSkeleton text={text} />
      )}
    </Frame>
  );
}
