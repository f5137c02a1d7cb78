import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link, useLocation } from "react-router";
import { neighbours } from "../nav";
import { say } from "../words";
import { SocialLinks } from "./social-links";

const step =
  "group flex min-w-0 items-center gap-2 rounded-control border border-line px-4 py-3 text-13 transition-colors duration-150 hover:border-line-strong hover:bg-surface [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

export function Footer() {
  const { pathname } = useLocation();
  const { previous, next } = neighbours(pathname);
  return (
    <footer className="mt-16 border-line border-t pt-6 pb-8">
      <nav aria-label={say.previousAndNextPage} className="flex justify-between gap-3">
        {previous ? (
          <Link to={previous.path} rel="prev" className={step}>
            <ArrowLeft aria-hidden="true" />
            <span className="text-muted max-sm:sr-only">{say.previous}</span>
            <span className="truncate font-medium">{previous.title}</span>
          </Link>
        ) : (
          <span />
        )}
        {next ? (
          <Link to={next.path} rel="next" className={step}>
            <span className="text-muted max-sm:sr-only">{say.next}</span>
            <span className="truncate font-medium">{next.title}</span>
            <ArrowRight aria-hidden="true" />
          </Link>
        ) : null}
      </nav>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-12 text-muted">{say.colophon(new Date().getFullYear())}</p>
        <SocialLinks />
      </div>
    </footer>
  );
}
