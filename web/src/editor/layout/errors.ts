import { listsOf } from "@/email/nesting";
import type { Block } from "@/email/types";
import type { FieldError } from "../host";
import type { BlockError } from "../ui";

/** Sorts what the server refused, such as "blocks[3].columns[0][1].href", by the blocks of the mail that was sent. */
export function errorsByBlock(blocks: Block[], errors: FieldError[]): Map<string, BlockError[]> {
  const sorted = new Map<string, BlockError[]>();
  for (const { field, message } of errors) {
    const found = locate(blocks, field);
    const id = found?.id ?? "";
    sorted.set(id, [...(sorted.get(id) ?? []), { field: found?.field ?? field, message }]);
  }
  return sorted;
}

function locate(blocks: Block[], path: string): { id: string; field: string } | null {
  const [, index, rest = ""] = /^blocks\[(\d+)\](.*)$/.exec(path) ?? [];
  const block = index === undefined ? undefined : blocks[Number(index)];
  if (!block) return null;
  const [, column, child, inner = ""] = /^\.\w+\[(\d+)\]\[(\d+)\](.*)$/.exec(rest) ?? [];
  const nested = listsOf(block)?.[Number(column)]?.[Number(child)];
  if (nested) return { id: nested.id, field: inner.replace(/^\./, "") };
  return { id: block.id, field: rest.replace(/^\./, "") };
}
