import type { Inks } from "../checks/inks";
import type { Field } from "../checks/words";
import type { Sides } from "../css";
import type { Fields } from "../parse-fields";
import type { Context } from "../render/context";
import type { Font } from "../render/row";
import type { ColumnBox } from "../render/side-by-side";
import type { Kind as Html } from "../sanitize";
import type { BlockStyle, ButtonVariant, HeadingLevel, Theme } from "../types";
import type { Block } from ".";

/** What every block has. */
export interface Base<Type extends string> {
  id: string;
  type: Type;
  style?: BlockStyle;
}

/** How many columns a block holds at most. */
export const MAX_COLUMNS = 4;

/** Something that a reader would stumble over in a block. */
export interface Flaw<B> {
  rule: string;
  severity: "error" | "warning" | "hint";
  message: string;
  field?: string;
  /** `change` gives null where the block has to go. */
  fix?: { label: string; change(block: B): B | null };
}

/** A heading of the mail. */
export interface Step<B> {
  level: number;
  /** Makes it one of another level, where the block is nothing but this heading. */
  change?: (block: B, level: HeadingLevel) => B;
}

/** How columns are laid out; the editor lays them out the same. */
export interface ColumnsLayout {
  boxes: ColumnBox[];
  valign: "top" | "middle" | "bottom";
  /** Whether they stand below one another on phones. */
  stacks: boolean;
  /** Around the block, and inside of its frame; null without a frame. */
  margin: Sides;
  frame: { padding: Sides; border: string | null; background: string | null; radius: number | null } | null;
}

/** Of a block whose `content` is rich text. */
export interface Writing<B> {
  html: Html;
  bold: boolean;
  /** What it is written in, unless its style says otherwise. */
  font(theme: Theme, block: B): Font;
}

/** Everything that a type of block is, besides how the editor shows its properties. */
export interface BlockKind<B extends Base<string>> {
  type: B["type"];
  /** What it is called in the palette and wherever it is spoken of. */
  name: string;
  /** A new one as the palette makes it; `origin` is put before pictures of ours, for a mail needs absolute addresses. */
  make(origin: string): Omit<B, "id" | "type">;
  /** What is of its own, read from JSON that nobody vouches for. */
  read(fields: Fields): Omit<B, "id" | "type" | "style">;
  /** As a row of a table that is `width` px wide. */
  render(ctx: Context, block: B, width: number): string;
  /** As paragraphs of plain text; `inner` writes a block inside. */
  text(block: B, inner: (block: Block) => string[]): string[];
  /** What an author recognises it by; empty for none. */
  excerpt(block: B): string;
  /** As HTML where it is pasted into a text; left out when absent. */
  inText?(block: B, into: Html): string;

  /** Its texts and addresses, in reading order. */
  texts?(block: B): Field[];
  /** What is wrong with it beyond what every text is looked through for. */
  flaws?(block: B): Flaw<B>[];
  /** Its headings, in reading order. */
  headings?(block: B): Step<B>[];
  /** Its text, buttons aside, in the colours that meet there. `ground` is the block's own. */
  inks?(theme: Theme, block: B, ground: { light: string; dark: string; plain: boolean }): Inks;
  /** The button in it. With a `style`, that is how the button looks, and not the block around it. */
  button?(block: B): { variant: ButtonVariant; style?: BlockStyle } | null;
  /** The theme's colour of its text; `textColor` when absent. */
  themeColor?: "headingColor";

  /** For text that is written where it stands. */
  writing?: Writing<B>;
  /** For blocks that hold others: the field with its columns, and where they stand on `width` px. */
  holds?: { key: string & keyof B; layout(block: B, width: number): ColumnsLayout };
}
