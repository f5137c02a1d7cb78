import { contrast, darkBackgroundOf, hexOf, readableOn } from "../colors";
import { px } from "../css";
import { cleanTheme } from "../render/context";
import { headingSize } from "../render/rich";
import type { Block, EmailDocument, Theme } from "../types";
import { eachBlock, type Finding, fixBlock } from "./finding";

/** Large text needs less (WCAG 2.2 §1.4.3): from 24 px, or 18.66 px in bold. */
const least = (size: number, bold: boolean) => (size >= 24 || (bold && size >= 18.66) ? 3 : 4.5);

interface Pair {
  what: string;
  color: string;
  ground: string;
  least: number;
  /** What puts it right. */
  change: (readable: string) => (block: Block) => Block;
}

const withStyle = (key: "color" | "darkColor") => (readable: string) => (block: Block) =>
  ({ ...block, style: { ...block.style, [key]: readable } }) as Block;

function pairs(block: Block, theme: Theme): Pair[] {
  const ground = hexOf(block.style?.backgroundColor) ?? theme.contentBackgroundColor;
  const { button } = theme;
  switch (block.type) {
    case "heading":
    case "text":
    case "hero":
    case "hero-image": {
      const isHeading = block.type === "heading";
      const size = px(block.style?.fontSize) ?? (isHeading ? headingSize(block.level) : theme.fontSize);
      const color = hexOf(block.style?.color) ?? (isHeading ? theme.headingColor : theme.textColor);
      const need = least(size, isHeading);
      const own: Pair[] = [{ what: "text", color, ground, least: need, change: withStyle("color") }];
      const inline = block.type === "heading" || block.type === "text" ? inlineColors(block.content) : [];
      for (const from of inline)
        own.push({
          what: "part of the text",
          color: from,
          ground,
          least: need,
          change: (readable) => (target) =>
            target.type === "heading" || target.type === "text"
              ? {
                  ...target,
                  content: target.content.replaceAll(new RegExp(`(color:\\s*)${from}`, "gi"), `$1${readable}`),
                }
              : target,
        });
      const darkOwn = hexOf(block.style?.darkColor);
      if (darkOwn && theme.dark.enabled) {
        const under =
          hexOf(block.style?.darkBackgroundColor) ??
          (hexOf(block.style?.backgroundColor)
            ? darkBackgroundOf(ground, theme.dark.contentBackgroundColor)
            : theme.dark.contentBackgroundColor);
        own.push({
          what: "text in dark mode",
          color: darkOwn,
          ground: under,
          least: need,
          change: withStyle("darkColor"),
        });
      }
      return own;
    }
    case "button": {
      const isOutline = block.variant === "outline";
      const secondary = block.variant === "secondary";
      const fill =
        hexOf(block.style?.backgroundColor) ??
        (isOutline ? theme.contentBackgroundColor : secondary ? button.secondaryColor : button.primaryColor);
      const color =
        hexOf(block.style?.color) ??
        (isOutline ? button.outlineColor : secondary ? button.secondaryTextColor : button.primaryTextColor);
      return [
        { what: "button", color, ground: fill, least: least(button.fontSize, button.bold), change: withStyle("color") },
      ];
    }
    default:
      return [];
  }
}

const inlineColors = (html: string): string[] => {
  const found = [...html.matchAll(/style="[^"]*?(?<![-\w])color:\s*(#[0-9a-f]{6})/gi)].map(
    ([, color]) => color?.toLowerCase() ?? "",
  );
  return [...new Set(found)];
};

export function checkContrast(document: EmailDocument): Finding[] {
  const theme = cleanTheme(document.theme);
  return [...eachBlock(document.blocks)].flatMap((block) =>
    pairs(block, theme)
      .filter(({ color, ground, least: need }) => contrast(color, ground) < need)
      .map(({ what, color, ground, least: need, change }): Finding => {
        const ratio = (Math.floor(contrast(color, ground) * 10) / 10).toFixed(1);
        return {
          rule: "contrast",
          severity: "warning",
          message: `The ${what} is hard to read: contrast ${ratio} : 1, where ${need} : 1 is needed.`,
          blockId: block.id,
          field: "style.color",
          fix: fixBlock("Use a readable colour", block.id, change(readableOn(color, ground, need))),
        };
      }),
  );
}
