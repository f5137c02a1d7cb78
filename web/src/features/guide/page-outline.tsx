import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import type { Heading } from "@/guide/outline";
import { cn } from "@/lib/cn";
import { sectionOf } from "@/lib/paths";
import { say } from "./words";

/** The page's last sections may be too short to reach the top bar; then its end, or a link that was followed, tells. */
function atTheEnd(headings: Heading[], passed: number, hash: string): number {
  if (scrollY + innerHeight < document.documentElement.scrollHeight - 2) return passed;
  const section = sectionOf(hash);
  const asked = headings.findIndex(({ id }) => id === section);
  if (asked > passed) return asked;
  return scrollY > 0 ? headings.length - 1 : passed;
}

/** The heading that is being read: the last one that went past the top bar. */
function useReading(headings: Heading[], ready: boolean): string | undefined {
  const [reading, setReading] = useState<string>();
  const { hash } = useLocation();
  useEffect(() => {
    if (!ready) return;
    const look = () => {
      const passed = headings.findLastIndex(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? 1e9) < 120,
      );
      setReading(headings[atTheEnd(headings, passed, hash)]?.id);
    };
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [headings, ready, hash]);
  return reading;
}

/** The headings of a page, to go to. */
export function PageOutline({
  headings,
  ready,
  className,
}: {
  headings: Heading[];
  ready: boolean;
  className?: string;
}) {
  const reading = useReading(headings, ready);
  return (
    <nav aria-label={say.onThisPage} className={className}>
      <p className="mb-1.5 text-12 text-muted max-xl:hidden">{say.onThisPage}</p>
      <ul className="text-13 xl:text-12">
        {headings.map((heading) => (
          <li key={heading.id}>
            <Link
              to={`#${heading.id}`}
              replace
              aria-current={heading.id === reading ? "location" : undefined}
              className={cn(
                "block py-1 text-muted transition-colors duration-150 hover:text-text",
                heading.depth > 2 && "pl-3",
                heading.id === reading && "text-text",
              )}
            >
              {heading.text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
