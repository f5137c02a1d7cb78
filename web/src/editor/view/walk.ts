import { listsOf } from "@/email/nesting";
import type { Block } from "@/email/types";
import { type Entry, findEntry, indexBlocks } from "../state";

export type Step = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" | "Home" | "End";

/** The block that a key leads to; null when there is none that way. Up and down follow the order of reading. */
export function stepFrom(blocks: Block[], id: string | null, key: Step): string | null {
  const order = [...indexBlocks(blocks).keys()];
  const at = id === null ? -1 : order.indexOf(id);
  if (key === "Home") return order[0] ?? null;
  if (key === "End") return order.at(-1) ?? null;
  if (at < 0) return (key === "ArrowUp" || key === "ArrowLeft" ? order.at(-1) : order[0]) ?? null;
  if (key === "ArrowUp") return order[at - 1] ?? null;
  if (key === "ArrowDown") return order[at + 1] ?? null;
  const entry = id === null ? null : findEntry(blocks, id);
  return entry ? sideways(blocks, entry, key) : null;
}

/** Right goes into columns and to the next one, left to the one before and out of them. */
function sideways(blocks: Block[], entry: Entry, key: "ArrowLeft" | "ArrowRight"): string | null {
  const { parent, index } = entry.place;
  if (parent === null) {
    if (key === "ArrowLeft") return null;
    return listsOf(entry.block)?.find((list) => list.length > 0)?.[0]?.id ?? null;
  }
  const host = findEntry(blocks, parent.id)?.block;
  const lists = host && listsOf(host);
  if (!lists) return null;
  const step = key === "ArrowRight" ? 1 : -1;
  for (let column = parent.column + step; column >= 0 && column < lists.length; column += step) {
    const list = lists[column] ?? [];
    const target = list[Math.min(index, list.length - 1)];
    if (target) return target.id;
  }
  return key === "ArrowLeft" ? host.id : null;
}
