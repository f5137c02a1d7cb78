import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from "react";
import { cn } from "@/lib/cn";

const stops = (root: HTMLElement | null) =>
  Array.from(root?.querySelectorAll<HTMLElement>("button:not(:disabled), select:not(:disabled)") ?? []);

/** Arrow keys that a control needs itself. */
const isOwnKey = (target: EventTarget, key: string) => target instanceof HTMLSelectElement && /Up|Down/.test(key);

/** A toolbar: one stop for Tab, arrow keys within. */
export function ToolbarRow({
  label,
  children,
  onEscape,
}: {
  label: string;
  children: ReactNode;
  onEscape: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onEscape();
      return;
    }
    const all = stops(ref.current);
    const at = all.indexOf(event.target as HTMLElement);
    const next: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1 + all.length,
      Home: 0,
      End: all.length - 1,
    };
    const to = next[event.key];
    if (at < 0 || to === undefined || isOwnKey(event.target, event.key)) return;
    event.preventDefault();
    all[to % all.length]?.focus();
  };
  const onFocus = (event: { target: EventTarget }) => {
    for (const stop of stops(ref.current)) stop.tabIndex = stop === event.target ? 0 : -1;
  };
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className="flex animate-fade flex-wrap items-center gap-0.5 rounded-card border border-line bg-surface p-1 text-text shadow-float"
    >
      {children}
    </div>
  );
}

export function ToolButton({ pressed, className, ...props }: ComponentProps<"button"> & { pressed?: boolean }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={pressed}
      title={props["aria-label"]}
      // The text keeps its selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className={cn(
        "inline-flex size-8 items-center justify-center rounded-[6px] text-muted transition-colors duration-150 hover:bg-raised hover:text-text disabled:opacity-40 [&_svg]:size-4",
        pressed && "bg-raised text-text",
        className,
      )}
      {...props}
    />
  );
}

export const ToolLine = () => <span aria-hidden="true" className="mx-0.5 h-5 w-px bg-line" />;
