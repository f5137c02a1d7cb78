import type { LucideIcon } from "lucide-react";
import { type BlockType, blockTypes } from "@/email/types";

/** The file of that name in a type's folder. */
const files = import.meta.glob<LucideIcon>("../../email/blocks/*/icon.ts", { eager: true, import: "default" });

export const blockIcons = Object.fromEntries(
  blockTypes.map((type) => [type, files[`../../email/blocks/${type}/icon.ts`]]),
) as Record<BlockType, LucideIcon>;
