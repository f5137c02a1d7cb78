import { Link, useLocation } from "react-router";
import { cn } from "@/lib/cn";
import { say } from "../words";

const links = [
  { path: "/api-reference", title: "API" },
  { path: "/documentation", title: say.documentation },
  { path: "/support", title: say.support },
];

/** Help for people and for programs: in the top bar, and in the drawer where that has no room. */
export function HelpLinks({ onFollow, className }: { onFollow?: () => void; className?: string }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={say.help} className={className}>
      {links.map(({ path, title }) => {
        const here = pathname === path || pathname.startsWith(`${path}/`);
        return (
          <Link
            key={path}
            to={path}
            onClick={onFollow}
            aria-current={here ? "page" : undefined}
            className={cn(
              "flex h-9 items-center rounded-control px-2.5 text-13 text-muted transition-colors duration-150 hover:text-text",
              here && "text-text",
            )}
          >
            {title}
          </Link>
        );
      })}
    </nav>
  );
}
