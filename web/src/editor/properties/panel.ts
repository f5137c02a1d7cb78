import type { ComponentType } from "react";
import type { Sides } from "@/email/css";
import type { Block, Theme } from "@/email/types";

/** What of a block's style its mail shows. */
export type Trait = "align" | "justify" | "font" | "size" | "color" | "background" | "margin" | "padding" | "frame";

/** How a type of block looks, and what of it can be changed. */
export interface Look<B extends Block> {
  traits: readonly Trait[];
  /** Where it stands by itself; where text begins when absent. */
  align?: "center";
  /** Around it by itself; 16 px below it when absent. */
  margin?: Sides;
  /** The size it has by itself; the theme's when absent. */
  size?: string;
  /** Its own text colour and ground; the theme's text colour and the mail's ground when absent. */
  color?(theme: Theme, block: B): string;
  ground?(theme: Theme, block: B): string;
  /** Whether its colours in dark mode are the theme's alone. */
  themedDark?: boolean;
}

/** How a type of block is shown in the panel of properties: the file `panel.tsx` in its folder. */
export interface Panel<B extends Block> {
  /** What only this type has; below it stands its look. */
  Fields: ComponentType<{ block: B }>;
  look: Look<B>;
}
