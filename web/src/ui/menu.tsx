import { Check } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/lib/cn";

interface MenuProps {
  /** Gets what the button that opens the menu needs. */
  trigger: (props: TriggerProps) => ReactNode;
  children: ReactNode;
  className?: string;
}

interface TriggerProps {
  id: string;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  onClick: () => void;
}

/** More than one box may be ticked before a menu closes. */
const CLOSING = '[role="menuitem"], [role="menuitemradio"]';

const items = (menu: HTMLElement | null) =>
  Array.from(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([disabled])') ?? []);

/** Moves the focus among a menu's items; false for a key that does not. */
export function moveInMenu(menu: HTMLElement | null, key: string): boolean {
  const all = items(menu);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1 + all.length,
    Home: 0,
    End: all.length - 1,
  };
  const target = next[key];
  if (target === undefined || all.length === 0) return false;
  all[target % all.length]?.focus();
  return true;
}

/** A menu under its button. Ours rather than Radix's because positioning by script costs 15 kB of the first load. */
export function Menu({ trigger, children, className }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    (menu.current?.querySelector<HTMLElement>('[aria-checked="true"]') ?? items(menu.current)[0])?.focus();
    menu.current?.scrollIntoView({ block: "nearest" });
    const onPointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, [open]);

  const close = () => {
    setOpen(false);
    document.getElementById(id)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Tab") setOpen(false);
    else if (moveInMenu(menu.current, event.key)) event.preventDefault();
  };

  return (
    <div ref={root} className="relative">
      {trigger({ id, "aria-haspopup": "menu", "aria-expanded": open, onClick: () => setOpen((now) => !now) })}
      {open ? (
        <div
          ref={menu}
          role="menu"
          aria-labelledby={id}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onClick={(event) => event.target instanceof Element && event.target.closest(CLOSING) && close()}
          className={cn(
            "absolute top-full right-0 z-40 mt-1.5 min-w-44 animate-fade rounded-card border border-line bg-surface p-1 shadow-float",
            className,
          )}
        >
          {children}
        </div>
      ) : null}
    </div>
  );
}

const item =
  "flex h-9 w-full items-center gap-2.5 rounded-control px-2.5 text-left text-13 outline-none select-none hover:bg-raised focus-visible:bg-raised disabled:opacity-50 [&_svg]:size-4 [&_svg]:text-muted";

export function MenuItem({ danger, className, ...props }: ComponentProps<"button"> & { danger?: boolean }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={cn(item, danger && "text-red [&_svg]:text-red", className)}
      {...props}
    />
  );
}

export function MenuRadio({ checked, className, ...props }: ComponentProps<"button"> & { checked: boolean }) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      className={cn(item, checked && "font-medium [&_svg]:text-accent", className)}
      {...props}
    />
  );
}

export function MenuCheck({ checked, className, children, ...props }: ComponentProps<"button"> & { checked: boolean }) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={checked}
      tabIndex={-1}
      className={cn(item, className)}
      {...props}
    >
      <Check aria-hidden="true" className={checked ? "" : "invisible"} />
      {children}
    </button>
  );
}

export function MenuLine() {
  return <hr className="my-1 border-line" />;
}
