import { Link, useLocation } from "react-router";
import { cn } from "@/lib/cn";
import { Mark } from "@/ui/mark";
import { type Destination, groups, isHere } from "../nav";
import { say } from "../words";

function Sections({ item, onFollow }: { item: Destination; onFollow?: (() => void) | undefined }) {
  const { hash } = useLocation();
  return (
    <ul className="my-1 ml-[19px] border-line border-l pl-3.5">
      {item.sections.map((section) => (
        <li key={section.id}>
          <Link
            to={`${item.path}#${section.id}`}
            onClick={onFollow}
            className={cn(
              "block rounded-[6px] px-2 py-1 text-13 text-muted transition-colors duration-150 hover:text-text",
              hash === `#${section.id}` && "text-text",
            )}
          >
            {section.title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Item({ item, onFollow }: { item: Destination; onFollow?: (() => void) | undefined }) {
  const { pathname } = useLocation();
  const here = isHere(item, pathname);
  const Icon = item.icon;
  return (
    <li>
      <Link
        to={item.path}
        onClick={onFollow}
        aria-current={here ? "page" : undefined}
        className={cn(
          "flex h-9 items-center gap-2.5 rounded-control px-2.5 font-medium text-muted transition-colors duration-150 hover:bg-raised hover:text-text",
          here && "bg-raised text-text",
        )}
      >
        <Icon aria-hidden="true" className={cn("size-4", here && "text-accent")} strokeWidth={1.75} />
        {item.title}
      </Link>
      {here ? <Sections item={item} onFollow={onFollow} /> : null}
    </li>
  );
}

export function Brand({ onFollow }: { onFollow?: (() => void) | undefined }) {
  return (
    <Link to="/" onClick={onFollow} className="flex items-center gap-2.5 rounded-control px-2.5">
      <Mark className="size-6" />
      <span className="font-medium font-serif text-lg tracking-[-0.01em]">{say.letterpress}</span>
    </Link>
  );
}

export function Navigation({ onFollow }: { onFollow?: () => void }) {
  return (
    <nav aria-label={say.main} className="grid gap-6">
      {groups.map((group) => (
        <div key={group.title}>
          <h2 className="mb-1.5 px-2.5 text-12 text-muted">{group.title}</h2>
          <ul className="grid gap-0.5">
            {group.items.map((item) => (
              <Item key={item.path} item={item} onFollow={onFollow} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
