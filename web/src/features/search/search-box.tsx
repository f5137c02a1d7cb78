import { Search } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { cn } from "@/lib/cn";
import { Kbd } from "@/ui/kbd";
import type { Thing } from "./things";
import { say } from "./words";

const mac = typeof navigator !== "undefined" && /mac/i.test(navigator.userAgent);

/** What the box and the answers below it tell each other. */
export interface PanelProps {
  /** The list's id. */
  id: string;
  text: string;
  /** Enter was pressed, maybe before the answers came. */
  entered: boolean;
  onEntered: (entered: boolean) => void;
  /** What the box's arrow keys do with the answers; false where one has nothing to do. */
  keys: RefObject<((key: ArrowKey) => boolean) | null>;
  /** The id of the answer that Enter would follow. */
  onActive: (id: string | undefined) => void;
  /** Whether what had the focus before the search gets it back. */
  onClose: (giveBack: boolean) => void;
  /** The answer whose actions are open. They have the focus; back in the box, they are closed. */
  acting: Thing | null;
  onActing: (thing: Thing) => void;
  onBack: () => void;
}

type ArrowKey = "ArrowDown" | "ArrowUp" | "ArrowRight";

/** Whether the arrow to the right would move nothing in the box. */
const isAtEnd = ({ selectionStart, selectionEnd, value }: HTMLInputElement) =>
  selectionStart === value.length && selectionEnd === value.length;

const isArrow = (key: string): key is ArrowKey => key === "ArrowDown" || key === "ArrowUp" || key === "ArrowRight";

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
  const [acting, onActing] = useState<Thing | null>(null);
  const root = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<((key: ArrowKey) => boolean) | null>(null);
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
  const close = () => {
    setOpen(false);
    onActing(null);
  };
  const onClose = (giveBack: boolean) => {
    type("");
    close();
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && root.current?.contains(focused)) focused.blur();
    if (giveBack && before.current instanceof HTMLElement) before.current.focus();
  };
  const onFocus = (event: FocusEvent) => {
    onActing(null);
    setOpen(true);
    if (!root.current?.contains(event.relatedTarget)) before.current = event.relatedTarget;
  };
  const onBlur = (event: FocusEvent) => {
    if (!root.current?.contains(event.relatedTarget)) close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") return onClose(true);
    if (event.key === "Enter" && open) onEntered(true);
    else if (isArrow(event.key) && (event.key !== "ArrowRight" || isAtEnd(event.currentTarget))) {
      setOpen(true);
      if (keys.current?.(event.key) === false) return;
    } else return;
    event.preventDefault();
  };
  const onBack = () => input.current?.focus();
  const panel: PanelProps = { id, text, entered, onEntered, keys, onActive, onClose, acting, onActing, onBack };
  return { root, input, open, active, type, onFocus, onBlur, onKeyDown, panel };
}

/**
 * The top bar's search: what the author has, what the guide says, and what the app can do. What looks for it comes when
 * the box is first used.
 */
export function SearchBox({ children }: { children: (panel: PanelProps) => ReactNode }) {
  const { root, input, open, active, type, onFocus, onBlur, onKeyDown, panel } = useBox();
  const listed = open && active !== undefined;
  return (
    <search ref={root} onBlur={onBlur} className="relative block w-full max-w-md">
      <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={say.search}
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={listed ? panel.id : undefined}
        aria-activedescendant={listed ? active : undefined}
        aria-describedby={listed ? `${panel.id}-hints` : undefined}
        placeholder={say.searchNewsletters}
        autoComplete="off"
        value={panel.text}
        onFocus={onFocus}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-9 w-full rounded-control border border-line bg-surface pr-3 pl-9 text-base transition-colors duration-150 [&::-webkit-search-cancel-button]:hidden hover:border-line-strong sm:pr-16 sm:text-13"
      />
      <span className={cn("pointer-events-none absolute top-2 right-2 hidden gap-1 sm:flex", open && "sm:hidden")}>
        <Kbd>{mac ? "⌘" : say.ctrl}</Kbd>
        <Kbd>K</Kbd>
      </span>
      {open ? children(panel) : null}
    </search>
  );
}
