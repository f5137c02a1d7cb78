import type { Panel } from "@/editor/properties/panel";
import { WritingFields } from "@/editor/properties/writing";
import type { TextBlock } from "./schema";

export default {
  Fields: WritingFields,
  look: { traits: ["align", "justify", "font", "size", "color", "background", "margin", "padding", "frame"] },
} satisfies Panel<TextBlock>;
