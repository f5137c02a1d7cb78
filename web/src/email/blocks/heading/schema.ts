import type { Fields } from "../../parse-fields";
import { headingSize } from "../../render/rich";
import type { HeadingLevel } from "../../types";
import { say } from "../../words";
import type { Base } from "../kind";

export interface HeadingBlock extends Base<"heading"> {
  /** Inline HTML; may hold merge tags. */
  content: string;
  level: HeadingLevel;
}

const levels: readonly HeadingLevel[] = [1, 2, 3, 4, 5, 6];

/** What a heading that the palette makes is set in; on other levels than the second it is what the level shows by itself. */
const newHeadingSize = (level: HeadingLevel): string => (level === 2 ? "24px" : `${headingSize(level)}px`);

export const make = () => ({ content: say.newHeading, level: 2 as const, style: { fontSize: newHeadingSize(2) } });

export const read = (fields: Fields) => ({ content: fields.text("content"), level: fields.oneOf("level", levels) });

/** What makes a heading one of another level: a size that nobody chose goes with it, one that was chosen stays. */
export function ofLevel({ level: before, style }: HeadingBlock, level: HeadingLevel): Partial<HeadingBlock> {
  if (style?.fontSize !== newHeadingSize(before)) return { level };
  return { level, style: { ...style, fontSize: newHeadingSize(level) } };
}
