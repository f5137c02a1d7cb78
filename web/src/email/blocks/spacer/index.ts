import { say } from "../../words";
import type { BlockKind } from "../kind";
import { render } from "./render";
import { make, read, type SpacerBlock } from "./schema";

export const spacer: BlockKind<SpacerBlock> = {
  type: "spacer",
  name: say.spacer,
  make,
  read,
  render,
  text: () => [],
  excerpt: ({ height }) => say.heightPx(height),
};
