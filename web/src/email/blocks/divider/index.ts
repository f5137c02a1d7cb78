import { RULE } from "../../text/lines";
import { say } from "../../words";
import type { BlockKind } from "../kind";
import { render } from "./render";
import { type DividerBlock, make, read } from "./schema";

export const divider: BlockKind<DividerBlock> = {
  type: "divider",
  name: say.divider,
  make,
  read,
  render,
  text: () => [RULE],
  excerpt: () => "",
};
