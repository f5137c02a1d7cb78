import { HeroWordsFields } from "@/editor/properties/hero-words";
import type { Panel } from "@/editor/properties/panel";
import type { HeroBlock } from "./schema";

export default {
  Fields: HeroWordsFields,
  look: { traits: ["align", "font", "color", "background", "margin", "padding", "frame"], align: "center" },
} satisfies Panel<HeroBlock>;
