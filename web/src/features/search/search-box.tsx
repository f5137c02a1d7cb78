import { Search } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { cn } from "@/lib/cn";
import { Kbd } from "@/ui/kbd";

const mac = typeof navigator !== "undefined" && /mac/i.test(navigator.userAgent);

/** What the box and the answers below it tell each other. */
export interface PanelProps {
  /** The list's id. */
  id: string;
  text: string;
  /** Enter was pressed, maybe before the answers came. */
  entered: boolean;
  onEntered: (entered: boolean) => void;
  /** The answers walk by the box's arrow keys. */
  walk: RefObject<((step: 1 | -1) => void) | null>;
  /** The id of the answer that Enter would follow. */
  onActive: (id: string | undefined) => void;
  onClose: () => void;
}

/** Puts the caret into the box on ⌘K or Ctrl K, from anywhere. */
function useSummon(onSummon: () => void) {
  const latest = useRef(onSummon);
  latest.current = onSummon;
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function useBox() {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [entered, onEntered] = useState(false);
  const [active, onActive] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const walk = useRef<((step: 1 | -1) => void) | null>(null);
  const before = useRef<EventTarget | null>(null);
  const id = useId();
  useSummon(() => {
    input.current?.focus();
    input.current?.select();
    setOpen(true);
  });
  const type = (next: string) => {
    setText(next);
    onEntered(false);
    setOpen(true);
  };
  const onClose = () => {
    type("");
    setOpen(false);
    input.current?.blur();
  };
  const onFocus = (event: FocusEvent) => {
    before.current = event.relatedTarget;
    setOpen(true);
  };
  const onEscape = () => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return onEscape();
    if (event.key === "Enter" && open) onEntered(true);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setOpen(true);
      walk.current?.(event.key === "ArrowDown" ? 1 : -1);
    } else return;
    event.preventDefault();
  };
  const panel: PanelProps = { id, text, entered, onEntered, walk, onActive, onClose };
  return { input, open, setOpen, active, type, onFocus, onKeyDown, panel };
}

/**
 * The top bar's search: what the author has, what the guide says, and what the app can do. What looks for it comes when
 * the box is first used.
 */
export function SearchBox({ children }: { children: (panel: PanelProps) => ReactNode }) {
  const { input, open, setOpen, active, type, onFocus, onKeyDown, panel } = useBox();
  const listed = open && active !== undefined;
  return (
    <search className="relative block w-full max-w-md">
      <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={listed ? panel.id : undefined}
        aria-activedescendant={listed ? active : undefined}
        placeholder="Search newsletters..."
        autoComplete="off"
        value={panel.text}
        onFocus={onFocus}
        onBlur={() => setOpen(false)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-9 w-full rounded-control border border-line bg-surface pr-3 pl-9 text-base transition-colors duration-150 [&::-webkit-search-cancel-button]:hidden hover:border-line-strong sm:pr-16 sm:text-13"
      />
      <span className={cn("pointer-events-none absolute top-2 right-2 hidden gap-1 sm:flex", open && "sm:hidden")}>
        <Kbd>{mac ? "⌘" : "Ctrl"}</Kbd>
        <Kbd>K</Kbd>
      </span>
      {open ? <Suspense>{children(panel)}</Suspense> : null}
    </search>
  );
}
