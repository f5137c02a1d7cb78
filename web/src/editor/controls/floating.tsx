import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { cn } from "@/lib/cn";

interface Props {
  /** What it stays beside, in the window; null hides it. */
  anchor: () => DOMRect | null;
  side: "above" | "below";
  /** As high in the window as it may stand above its anchor, in pixels: below it where that is not enough. */
  ceiling?: () => number;
  className?: string;
  children: ReactNode;
}

const GAP = 8;

/** Floats beside something, inside the window, above what clips. Its events still bubble to its React parent. */
export function Floating({ anchor, side, ceiling, className, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef({ anchor, side, ceiling });
  latest.current = { anchor, side, ceiling };

  useLayoutEffect(() => {
    let frame = 0;
    const place = () => {
      frame = 0;
      if (ref.current) position(ref.current, latest.current);
    };
    const later = () => {
      frame ||= requestAnimationFrame(place);
    };
    place();
    addEventListener("scroll", later, { capture: true, passive: true });
    addEventListener("resize", later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", later, { capture: true });
      removeEventListener("resize", later);
    };
  }, []);

  // What it stays beside may be something else now.
  useLayoutEffect(() => {
    if (ref.current) position(ref.current, latest.current);
  });

  return createPortal(
    <div ref={ref} className={cn("fixed top-0 left-0 z-40 max-w-[calc(100vw-16px)]", className)}>
      {children}
    </div>,
    // Inside the page's main part, where screen readers look for it.
    document.querySelector("main") ?? document.body,
  );
}

function position(box: HTMLElement, { anchor: find, side, ceiling }: Pick<Props, "anchor" | "side" | "ceiling">) {
  const anchor = find();
  box.hidden = anchor === null;
  if (!anchor) return;
  const { offsetWidth: width, offsetHeight: height } = box;
  const above = anchor.top - GAP - height;
  const below = anchor.bottom + GAP;
  const fitsBelow = below + height <= innerHeight - GAP;
  const fitsAbove = side === "above" && above >= (ceiling?.() ?? Number.NEGATIVE_INFINITY);
  const wanted = fitsAbove || !fitsBelow ? above : below;
  const top = Math.min(Math.max(wanted, GAP), Math.max(innerHeight - height - GAP, GAP));
  const left = Math.min(Math.max(anchor.left, GAP), Math.max(innerWidth - width - GAP, GAP));
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

interface PopoverProps extends Props {
  label: string;
  onClose: () => void;
}

/** A small dialog beside its button or the text: Esc and a click elsewhere close it. */
export function Popover({ label, onClose, children, className, ...place }: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const first = ref.current?.querySelector<HTMLElement>("input, select, textarea, button");
    (first ?? ref.current)?.focus();
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) close.current();
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, []);
  return (
    <Floating {...place}>
      <div
        ref={ref}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          event.preventDefault();
          onClose();
        }}
        className={cn(
          "animate-fade rounded-card border border-line bg-surface p-3 text-text shadow-float outline-none",
          className,
        )}
      >
        {children}
      </div>
    </Floating>
  );
}
