import { NavLink } from "react-router";
import { useAuthor } from "@/api/session";
import { cn } from "@/lib/cn";
import { say } from "./words";

const tabs = [
  { to: "/subscribers", name: say.allSubscribers },
  { to: "/subscribers/suppressions", name: say.suppressed },
];

/** Between the author's subscribers and the addresses that nobody may email; only administrators have the second. */
export function SubscriberTabs() {
  if (useAuthor()?.role !== "admin") return null;
  return (
    <nav aria-label={say.subscribers} className="mt-5 flex gap-1 border-line border-b">
      {tabs.map(({ to, name }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            cn(
              "-mb-px border-b-2 px-3 py-2 font-medium text-13 transition-colors duration-150",
              isActive ? "border-accent text-text" : "border-transparent text-muted hover:text-text",
            )
          }
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
