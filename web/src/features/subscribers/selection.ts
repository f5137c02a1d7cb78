import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Subscriber } from "@/api/subscribers";

/** Every id from one row to another, both included. */
function between(rows: Subscriber[], from: number, to: number): number[] {
  const [a, b] = [from, to].map((id) => rows.findIndex((row) => row.id === id)) as [number, number];
  if (a < 0 || b < 0) return [to];
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1).map((row) => row.id);
}

export interface Selection {
  selected: ReadonlySet<number>;
  all: boolean;
  /** One row; with `range`, everything from the row before it that was ticked or unticked. */
  toggle: (id: number, range: boolean) => void;
  /** Adds every row from where the selection began. */
  reach: (id: number, from: number) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** The rows that are ticked. `filter` changes whenever the list becomes another. */
export function useSelection(rows: Subscriber[], filter: string): Selection {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const anchor = useRef<number | null>(null);
  const clear = () => {
    anchor.current = null;
    setSelected(new Set());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what can't be seen any more must not stay chosen
  useEffect(clear, [filter]);

  const toggle = (id: number, range: boolean) => {
    const on = !selected.has(id);
    const next = new Set(selected);
    const ids = range && anchor.current !== null ? between(rows, anchor.current, id) : [id];
    for (const one of ids) on ? next.add(one) : next.delete(one);
    anchor.current = id;
    setSelected(next);
  };
  const reach = (id: number, from: number) => {
    anchor.current ??= from;
    setSelected(new Set([...selected, ...between(rows, anchor.current, id)]));
  };
  const all = rows.length > 0 && rows.every((row) => selected.has(row.id));
  const toggleAll = () => (all ? clear() : setSelected(new Set(rows.map((row) => row.id))));
  return { selected, all, toggle, reach, toggleAll, clear };
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrows walk through the rows' boxes, and with shift tick what they pass; space ticks one, as it does in any box. */
export function walkBoxes(event: KeyboardEvent<HTMLElement>, { reach }: Selection) {
  const step = steps[event.key];
  if (!step || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const boxes = Array.from(event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]'));
  const next = boxes[boxes.indexOf(event.target) + step];
  next?.focus();
  const [from, to] = [event.target.dataset.row, next?.dataset.row];
  if (event.shiftKey && from && to) reach(Number(to), Number(from));
}
