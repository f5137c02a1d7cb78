import { type KeyboardEvent, type ReactNode, useId } from "react";
import { Link, type To, useNavigate } from "react-router";
import { cn } from "@/lib/cn";

interface Tab<T extends string> {
  value: T;
  label: string;
  /** Each has an address of its own, so it can be opened in another window, shared and gone back to. */
  to: To;
}

interface Props<T extends string> {
  label: string;
  value: T;
  tabs: readonly Tab<T>[];
  /** What the chosen one shows. */
  children: ReactNode;
  className?: string;
}

const targetOf = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowRight: (at + 1) % count, ArrowLeft: (at + count - 1) % count, Home: 0, End: count - 1 })[key];

/** Parts of a page, one of which is shown. Arrows go from one to the next, as the ARIA pattern has it. */
export function Tabs<T extends string>({ label, value, tabs, children, className }: Props<T>) {
  const id = useId();
  const navigate = useNavigate();
  const at = tabs.findIndex((tab) => tab.value === value);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = targetOf(event.key, at, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    document.getElementById(`${id}-${tab.value}`)?.focus();
    void navigate(tab.to, { replace: true });
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={cn("flex overflow-x-auto border-line border-b sm:gap-2 print:hidden", className)}
      >
        {tabs.map((tab) => (
          <Link
            key={tab.value}
            id={`${id}-${tab.value}`}
            role="tab"
            to={tab.to}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className={cn(
              "flex h-11 shrink-0 items-center border-transparent border-b-2 px-2 text-13 text-muted outline-offset-[-2px] transition-colors duration-150 hover:text-text sm:px-3",
              tab.value === value && "border-accent font-medium text-text",
            )}
          >
            {tab.label}
          </Link>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className="flow-root">
        {children}
      </div>
    </>
  );
}
