import { type Block, type BlockOf, type BlockType, blockTypes, kindOf } from "./blocks";
import { newBlockId } from "./ids";
import { listsOf, withLists } from "./nesting";
import type { EmailDocument } from "./types";
import { say } from "./words";

export function isBlockType(type: string): type is BlockType {
  return (blockTypes as readonly string[]).includes(type);
}

/** A new block as the palette makes it. Throws on a type that does not exist. */
export function createBlock<Type extends BlockType>(type: Type, origin = ""): BlockOf<Type> {
  if (!isBlockType(type)) throw new Error(`Unknown block type: ${String(type)}`);
  return { id: newBlockId(), type, ...kindOf({ type }).make(origin) } as BlockOf<Type>;
}

/** The same block with new ids, its children's too. */
export function copyBlock<B extends Block>(block: B): B {
  const copy = structuredClone(block);
  copy.id = newBlockId();
  const lists = listsOf(copy);
  return lists
    ? withLists(
        copy,
        lists.map((list) => list.map(copyBlock)),
      )
    : copy;
}

export function blankDocument(): EmailDocument {
  return { name: say.untitledTemplate, subject: "", preheader: "", blocks: [], theme: {} };
}
