import { Bell, X } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Notice } from "@/api/notices";
import { messageOf } from "@/api/problem";
import { cn } from "@/lib/cn";
import { countOf } from "@/lib/format";
import { Button } from "@/ui/button";
import { Retry } from "@/ui/retry";
import { Time } from "@/ui/time";
import { toneOf, useDismissible, wayOf } from "./notice";
import { say } from "./words";

/** As many as are read. */
const MOST = 20;

const dots = { red: "bg-red", yellow: "bg-yellow", blue: "bg-blue" };

interface ItemProps {
  notice: Notice;
  onFollow: () => void;
  onDismiss: () => void;
}

function Item({ notice, onFollow, onDismiss }: ItemProps) {
  const way = wayOf(notice);
  return (
    <li
      data-notice=""
      tabIndex={-1}
      className="flex gap-3 px-4 py-3 outline-none focus-visible:bg-raised"
      onKeyDown={(event) => {
        if (event.key !== "Delete" && event.key !== "Backspace") return;
        event.preventDefault();
        onDismiss();
      }}
    >
      <span aria-hidden="true" className={cn("mt-1.5 size-2 shrink-0 rounded-full", dots[toneOf(notice)])} />
      <div className="min-w-0 flex-1 text-13">
        <p className="break-words font-medium">{notice.title}</p>
        {notice.detail ? <p className="mt-0.5 break-words text-muted">{notice.detail}</p> : null}
        <p className="mt-1 flex items-center gap-3 text-12 text-muted">
          <Time at={notice.created_at} />
          {way ? (
            <Link to={way.to} onClick={onFollow} className="link font-medium text-text">
              {way.label}
            </Link>
          ) : null}
        </p>
      </div>
      <Button
        look="quiet"
        size="small-icon"
        aria-label={say.dismissTitle(notice.title)}
        className="-mt-1 -mr-2"
        onClick={onDismiss}
      >
        <X aria-hidden="true" />
      </Button>
    </li>
  );
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrows lead from one notice to the next, from wherever in it. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key];
  if (!step || !(event.target instanceof Element)) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-notice]")];
  const at = all.findIndex((one) => one.contains(event.target as Node));
  all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))]?.focus();
}

function Panel({ onClose }: { onClose: () => void }) {
  const { notices, error, retry, dismiss } = useDismissible();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const dismissOne = (notice: Notice) => {
    // What had the focus is gone with it.
    panel.current?.focus();
    void dismiss([notice]);
  };
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={say.notices}
      tabIndex={-1}
      onKeyDown={walk}
      className="fixed inset-x-4 top-14 z-40 flex max-h-[70dvh] animate-fade flex-col rounded-card border border-line bg-surface shadow-float outline-none sm:absolute sm:inset-x-auto sm:top-full sm:right-0 sm:mt-1.5 sm:w-96"
    >
      <div className="flex h-11 shrink-0 items-center justify-between border-line border-b pr-2 pl-4">
        <h2 className="font-semibold text-13">{say.notices}</h2>
        {notices && notices.length > 1 ? (
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              panel.current?.focus();
              void dismiss(notices);
            }}
          >
            {say.dismissAll}
          </Button>
        ) : null}
      </div>
      {error && !notices ? (
        <div className="p-4">
          <Retry onRetry={retry}>{messageOf(error)}</Retry>
        </div>
      ) : null}
      {notices?.length === 0 ? (
        <p className="px-4 py-6 text-center text-13 text-muted">{say.nothingNeedsYouWhenSomething}</p>
      ) : null}
      {notices && notices.length > 0 ? (
        <ul className="min-h-0 divide-y divide-line overflow-y-auto">
          {notices.map((notice) => (
            <Item key={notice.id} notice={notice} onFollow={onClose} onDismiss={() => dismissOne(notice)} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="figures absolute top-0.5 right-0.5 grid h-4 min-w-4 place-content-center rounded-full bg-accent px-1 font-medium text-11 text-accent-ink leading-none"
    >
      {count < MOST ? count : `${MOST}+`}
    </span>
  );
}

/** What happened by itself, on every page. */
export function NoticeBell() {
  const { notices } = useDismissible();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const count = notices?.length ?? 0;
  const said = count === 0 ? say.noNotices : countOf(count, "notice");
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !root.current?.contains(relatedTarget)) setOpen(false);
  };
  useEffect(() => {
    if (!open) return;
    const onPointer = ({ target }: PointerEvent) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its parts have the keys; leaving all of them closes it
    <div ref={root} className="sm:relative" onBlur={onBlur} onKeyDown={onKeyDown}>
      <Button
        ref={button}
        look="quiet"
        size="icon"
        className="relative"
        aria-label={say.noticesSaid(said)}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={said}
        onClick={() => setOpen(!open)}
      >
        <Bell aria-hidden="true" />
        <Count count={count} />
      </Button>
      {open ? <Panel onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
