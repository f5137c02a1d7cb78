import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useParams } from "react-router";
import { above, type GuidePage as Page, pageOf } from "@/guide/pages";
import { cn } from "@/lib/cn";
import { useTitle } from "@/lib/hooks";
import { guidePath } from "@/lib/paths";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Article, useText } from "./article";
import { PageList } from "./page-list";
import { PageOutline } from "./page-outline";
import { say } from "./words";

function NoSuchPage() {
  useTitle(say.pageNotFound);
  return (
    <div className="mx-auto mt-10 max-w-2xl">
      <h1 className="sr-only">{say.pageNotFound}</h1>
      <Empty
        drawing="page"
        title={say.theGuideHasNoSuch}
        text={say.itMayHaveAnotherName}
        action={
          <Button asChild look="accent">
            <Link to="/documentation">{say.allPages}</Link>
          </Button>
        }
      />
    </div>
  );
}

/** A list that stands beside the text where there is room, and folds up above it where there is none. */
function Folded({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <details className={cn("group mb-3 rounded-card border border-line bg-surface", className)}>
      <summary className="flex h-11 list-none items-center justify-between px-4 text-13 [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="border-line border-t p-4">{children}</div>
    </details>
  );
}

/** Brings the entry of the open page into the sight of its list, and leaves the window where it is. */
function useCurrentInSight(slug: string) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another entry
  useEffect(() => {
    const box = list.current;
    const entry = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !entry) return;
    const above = entry.offsetTop < box.scrollTop;
    const below = entry.offsetTop + entry.offsetHeight > box.scrollTop + box.clientHeight;
    if (above || below) box.scrollTop = entry.offsetTop - box.clientHeight / 2;
  }, [slug]);
  return list;
}

function Reading({ page }: { page: Page }) {
  useTitle(page.title);
  const { got, retry } = useText(page);
  const list = useCurrentInSight(page.slug);
  const ready = got !== undefined && "text" in got;
  const outlined = page.headings.length > 1;
  const up = above(page);
  return (
    <div className="lg:grid lg:grid-cols-[184px_minmax(0,1fr)] lg:gap-10 xl:grid-cols-[184px_minmax(0,680px)_176px] xl:gap-12">
      <div ref={list} className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto lg:block">
        <Link to="/documentation" className="link mb-5 inline-block text-13">
          {say.documentation}
        </Link>
        <PageList current={page} />
      </div>
      <div className="min-w-0">
        <nav aria-label={say.breadcrumb} className={cn("mb-3 flex gap-2 text-13", !up && "lg:hidden")}>
          <Link to="/documentation" className="link">
            {say.documentation}
          </Link>
          {up ? (
            <>
              <span aria-hidden="true" className="text-muted">
                /
              </span>
              <Link to={guidePath(up.slug)} className="link">
                {up.title}
              </Link>
            </>
          ) : null}
        </nav>
        <Folded key={page.slug} title={say.allPagesOfTheGuide} className="lg:hidden">
          <PageList current={page} />
        </Folded>
        {outlined ? (
          <Folded key={`${page.slug}#`} title={say.onThisPage} className="xl:hidden">
            <PageOutline headings={page.headings} ready={ready} />
          </Folded>
        ) : null}
        <div className="max-xl:mt-6">
          <Article page={page} text={got} onRetry={retry} />
        </div>
      </div>
      {outlined ? (
        <div className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto xl:block">
          <PageOutline headings={page.headings} ready={ready} />
        </div>
      ) : null}
    </div>
  );
}

/** A page of the user guide at its own address. */
export default function GuidePage() {
  const { slug, part } = useParams();
  const page = pageOf([slug, part].filter(Boolean).join("/"));
  return page ? <Reading page={page} /> : <NoSuchPage />;
}
