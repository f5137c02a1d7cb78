import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import { messageOf } from "@/api/problem";
import { above, type GuidePage, imageTarget, linkTarget, pages } from "@/guide/pages";
import { guidePath } from "@/lib/paths";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Markdown } from "@/ui/markdown/markdown";
import { Loading, Skeleton } from "@/ui/surface";
import { say } from "./words";

type Text = { slug: string; text: string } | { slug: string; error: string };

/** A page's Markdown, once it is here. */
export function useText(page: GuidePage) {
  const [got, setGot] = useState<Text>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
  useEffect(() => {
    let current = true;
    page.load().then(
      (text) => current && setGot({ slug: page.slug, text }),
      (error: unknown) => current && setGot({ slug: page.slug, error: messageOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [page, turn]);
  const retry = () => {
    setGot(undefined);
    setTurn((now) => now + 1);
  };
  return { got: got?.slug === page.slug ? got : undefined, retry };
}

const step =
  "flex min-w-0 items-center gap-2 rounded-control border border-line px-4 py-3 text-13 transition-colors duration-150 hover:border-line-strong hover:bg-surface [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

function Steps({ page }: { page: GuidePage }) {
  const at = pages.indexOf(page);
  const previous = pages[at - 1];
  const next = pages[at + 1];
  return (
    <nav aria-label={say.previousAndNextPageOf} className="mt-14 grid gap-3 sm:grid-cols-2">
      {previous ? (
        <Link to={guidePath(previous.slug)} rel="prev" className={step}>
          <ArrowLeft aria-hidden="true" />
          <span className="truncate font-medium">{previous.title}</span>
        </Link>
      ) : (
        <span className="max-sm:hidden" />
      )}
      {next ? (
        <Link to={guidePath(next.slug)} rel="next" className={`${step} justify-end`}>
          <span className="truncate font-medium">{next.title}</span>
          <ArrowRight aria-hidden="true" />
        </Link>
      ) : null}
    </nav>
  );
}

function TextSkeleton({ page }: { page: GuidePage }) {
  return (
    <Loading text={say.loadingPage}>
      <h1 className="font-medium font-serif text-[32px] leading-10 tracking-[-0.01em]">{page.title}</h1>
      {["w-full", "w-11/12", "w-4/5", "mt-10 w-1/3", "w-full", "w-10/12", "w-full", "w-2/3"].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that never move
        <Skeleton key={at} className={`mt-3 h-5 ${width}`} />
      ))}
    </Loading>
  );
}

/** One page of the guide, as it stands in docs/guide. */
export function Article({ page, text, onRetry }: { page: GuidePage; text: Text | undefined; onRetry: () => void }) {
  const { slug } = page;
  const targets = useMemo(() => ({ link: (href: string) => linkTarget(slug, href), image: imageTarget }), [slug]);
  if (!text) return <TextSkeleton page={page} />;
  if ("error" in text) {
    return (
      <Empty
        role="alert"
        drawing="broken"
        title={say.thisPageCouldNotBe}
        text={text.error}
        action={
          <Button look="accent" onClick={onRetry}>
            {say.tryAgain}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <article className="max-w-[680px] text-[15px] leading-[25px]">
        <Markdown text={text.text} targets={targets} />
      </article>
      {above(page) ? null : <Steps page={page} />}
    </>
  );
}
