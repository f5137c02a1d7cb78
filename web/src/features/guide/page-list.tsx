import { Link } from "react-router";
import { above, type GuidePage, groups } from "@/guide/pages";
import { cn } from "@/lib/cn";
import { guidePath } from "@/lib/paths";
import { say } from "./words";

/** All pages by group; the one that is open is marked, or the one that leads to it. */
export function PageList({ current, className }: { current: GuidePage; className?: string }) {
  const up = above(current);
  const marked = (up ?? current).slug;
  return (
    <nav aria-label={say.guide} className={cn("grid gap-5 text-13", className)}>
      {groups.map((group) => (
        <div key={group.title}>
          <p className="mb-1 text-12 text-muted">{group.title}</p>
          <ul className="border-line border-l">
            {group.pages.map((page) => (
              <li key={page.slug}>
                <Link
                  to={guidePath(page.slug)}
                  aria-current={page.slug === marked ? (up ? "true" : "page") : undefined}
                  className={cn(
                    "-ml-px block border-transparent border-l py-1 pl-3 text-muted transition-colors duration-150 hover:text-text",
                    page.slug === marked && "border-accent font-medium text-text",
                  )}
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
