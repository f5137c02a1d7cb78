import type { Block, BlockType } from "@/email/types";
import type { Panel } from "./panel";

const files = import.meta.glob<Panel<Block>>("../../email/blocks/*/panel.tsx", { eager: true, import: "default" });

export function panelOf(type: BlockType): Panel<Block> {
  const panel = files[`../../email/blocks/${type}/panel.tsx`];
  if (!panel) throw new Error(`A block of the type ${type} has no panel`);
  return panel;
}
