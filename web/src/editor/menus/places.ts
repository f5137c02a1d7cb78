import { listsOf } from "@/email/nesting";
import type { Block } from "@/email/types";
import { findEntry, fits, type Place } from "../state";

/** Every gap that a block may go to, in reading order, without the two beside it. */
export function placesFor(blocks: Block[], id: string): Place[] {
  const own = findEntry(blocks, id);
  if (!own) return [];
  const places: Place[] = [];
  const walk = (list: Block[], parent: Place["parent"]) => {
    for (let index = 0; index <= list.length; index++) {
      const beside = list === own.siblings && (index === own.place.index || index === own.place.index + 1);
      if (!beside && fits(own.block, parent)) places.push({ parent, index });
      const block = list[index];
      if (!block || block.id === id) continue;
      for (const [column, inner] of (listsOf(block) ?? []).entries()) walk(inner, { id: block.id, column });
    }
  };
  walk(blocks, null);
  return places;
}
