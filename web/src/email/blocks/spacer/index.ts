import type { BlockKind } from "../kind";
import { render } from "./render";
import { make, read, type SpacerBlock } from "./schema";

export const spacer: BlockKind<SpacerBlock> = {
  type: "spacer",
  name: "Spacer",
  make,
  read,
  render,
  text: () => [],
  excerpt: ({ height }) => `${height} px`,
};
