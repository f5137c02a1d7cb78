import { Link } from "react-router";
import { groups } from "@/guide/pages";
import { useTitle } from "@/lib/hooks";
import { guidePath } from "@/lib/paths";
import { PageHeader } from "@/ui/surface";
import { GuideSearch } from "./guide-search";
import { say } from "./words";

function Contents() {
  return (
    <div className="grid gap-8">
      {groups.map((group) => (
        <section key={group.title} aria-labelledby={`group-${group.title}`}>
          <h2 id={`group-${group.title}`} className="mb-3 text-base font-semibold">
            {group.title}
          </h2>
          <ul className="grid gap-2 sm:grid-cols-2 sm:gap-3">
            {group.pages.map((page) => (
              <li key={page.slug}>
                <Link
                  to={guidePath(page.slug)}
                  className="block h-full rounded-card border border-line bg-surface px-4 py-3.5 max-sm:py-2.5 transition-colors duration-150 hover:border-line-strong"
                >
                  <span className="block font-medium">{page.title}</span>
                  <span className="mt-1 line-clamp-2 text-13 max-sm:mt-0 max-sm:line-clamp-1 text-muted">
                    {page.lead}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Where the Documentation link leads: all pages of the guide, and its search. */
export default function ContentsPage() {
  useTitle(say.documentation);
  return (
    <>
      <PageHeader title={say.documentation} lead={say.theGuideForAuthorsAnd} />
      <div className="mt-6 max-w-full">
        <GuideSearch>
          <Contents />
        </GuideSearch>
      </div>
    </>
  );
}
