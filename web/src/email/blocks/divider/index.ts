import { RULE } from "../../text/lines";
import type { BlockKind } from "../kind";
import { render } from "./render";
import { type DividerBlock, make, read } from "./schema";

export const divider: BlockKind<DividerBlock> = {
  type: "divider",
  name: "Divider",
  make,
  read,
  render,
  text: () => [RULE],
  excerpt: () => "",
};
