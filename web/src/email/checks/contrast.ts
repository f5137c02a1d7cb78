import { kindOf } from "../blocks";
import { contrast, hexOf, readableOn } from "../colors";
import { listsOf } from "../nesting";
import { buttonColors } from "../render/button";
import { cleanTheme } from "../render/context";
import { fieldsOf, withTexts } from "../texts";
import type {
  Block,
  BlockStyle,
  ButtonTheme,
  ButtonVariant,
  DarkTheme,
  EmailDocument,
  Theme,
  ThemeOverrides,
} from "../types";
import { say } from "../words";
import { changeBlock, type Finding, restyle } from "./document";
import { type Ground, groundOf, type Ink, leastFor, noInks, plainGround } from "./inks";

/** Whether every text can be read on its ground, by day and by night. */

type Apply = (document: EmailDocument) => EmailDocument;

/** What is wrong, before it is said; two with the same key are one. */
interface Problem {
  color: string;
  ground: string;
  least: number;
  dark: boolean;
  what: string;
  /** Null for the theme's own colours. */
  blockId: string | null;
  field: string;
  apply: Apply | null;
}

const restyled = (id: string, change: (style: BlockStyle) => BlockStyle): Apply =>
  changeBlock(id, (block) => ({ ...block, style: change({ ...block.style }) }) as Block);

const rewritten = (id: string, change: Parameters<typeof restyle>[1]): Apply =>
  changeBlock(id, (block) => withTexts(block, ({ kind, value }) => (kind === "html" ? restyle(value, change) : null)));

const themed =
  (overrides: ThemeOverrides): Apply =>
  (document) => ({ ...document, theme: { ...document.theme, ...overrides } });

const buttonThemed =
  (values: Partial<ButtonTheme>): Apply =>
  (document) => ({ ...document, theme: { ...document.theme, button: { ...document.theme.button, ...values } } });

const darkThemed =
  (values: Partial<DarkTheme>): Apply =>
  (document) => ({ ...document, theme: { ...document.theme, dark: { ...document.theme.dark, ...values } } });

const markedAs = (hex: string) => (style: Map<string, string>) => hexOf(style.get("background-color")) === hex;

/** Text on a ground that was laid under it by hand: it gets a colour by hand as well. */
function onMark(id: string, marked: string, color: string): Apply {
  const matches = markedAs(marked);
  return rewritten(id, (_, style) => (matches(style) ? { color } : null));
}

function lightProblem(ink: Ink, block: Block, ground: Ground): Problem {
  const { color, source, marked, least } = ink;
  const to = readableOn(color, ink.ground, least);
  const base = { color, ground: ink.ground, least, dark: false, blockId: block.id, what: "text" };
  const setColor = restyled(block.id, (style) => ({ ...style, color: to }));
  if (source.at === "inline")
    return {
      ...base,
      what: say.coloredText,
      field: "content",
      apply: rewritten(block.id, (_, style) => (hexOf(style.get("color")) === source.hex ? { color: to } : null)),
    };
  if (marked) return { ...base, what: say.markedText, field: "content", apply: onMark(block.id, marked, to) };
  if (source.at === "block") return { ...base, field: "style.color", apply: setColor };
  const { key } = source;
  const what = key === "linkColor" ? "links" : key === "headingColor" ? "headings" : "text";
  if (ground.plain) return { ...base, what, blockId: null, field: `theme.${key}`, apply: themed({ [key]: to }) };
  const isHtml = fieldsOf(block).some(({ kind }) => kind === "html");
  if (key !== "linkColor" || !isHtml) return { ...base, what, field: "style.color", apply: setColor };
  const apply = rewritten(block.id, (name, style) =>
    name === "a" && !hexOf(style.get("color")) ? { color: to } : null,
  );
  return { ...base, what, field: "content", apply };
}

function darkProblem(ink: Ink, block: Block, ground: Ground, theme: Theme): Problem {
  const { color, source, marked, link, least } = ink;
  const to = readableOn(color, ink.ground, least);
  const base = { color, ground: ink.ground, least, dark: true, blockId: block.id, what: "text" };
  if (marked) {
    // What is coloured by hand on such a ground is turned with it.
    const apply = link ? null : onMark(block.id, marked, readableOn(theme.textColor, marked, 4.5));
    return { ...base, what: say.markedText, field: "content", apply };
  }
  const own = hexOf(block.style?.color) ?? hexOf(block.style?.darkColor);
  const what = link ? "links" : source.at === "inline" ? say.coloredText : "text";
  if (source.at === "inline" || (link && (own || !ground.plain))) {
    // With a colour and a ground of its own, all text and links of a block are turned for that ground.
    const key = kindOf(block).themeColor ?? "textColor";
    const apply = restyled(block.id, (style) => ({
      ...style,
      color: hexOf(style.color) ?? theme[key],
      darkBackgroundColor: ink.ground,
    }));
    return { ...base, what, field: "style.darkBackgroundColor", apply };
  }
  if (own || !ground.plain) {
    const apply = restyled(block.id, (style) => ({ ...style, darkColor: to }));
    return { ...base, what, field: "style.darkColor", apply };
  }
  const name = link ? "linkColor" : "textColor";
  return { ...base, what, blockId: null, field: `theme.dark.${name}`, apply: darkThemed({ [name]: to }) };
}

/** A button's own colours, or those of the theme. Without a `style` it has none of its own. */
function buttonProblems(
  theme: Theme,
  id: string,
  { variant, style }: { variant: ButtonVariant; style?: BlockStyle },
  ground: Ground,
): Problem[] {
  const own = { color: style?.color, backgroundColor: style?.backgroundColor };
  const { fill, text, class: name } = buttonColors(theme, { variant, ...own });
  const least = leastFor(theme.button.fontSize, theme.button.bold);
  const under = fill ?? ground.light;
  const to = readableOn(text, under, least);
  const base = { least, what: say.theButtonText };
  const out: Problem[] = [];
  const isTheme = !hexOf(own.color) && !hexOf(own.backgroundColor) && (variant !== "outline" || ground.plain);
  const key =
    variant === "outline" ? "outlineColor" : variant === "secondary" ? "secondaryTextColor" : "primaryTextColor";
  const light = { ...base, color: text, ground: under, dark: false };
  if (isTheme)
    out.push({
      ...light,
      what: "buttons",
      blockId: null,
      field: `theme.button.${key}`,
      apply: buttonThemed({ [key]: to }),
    });
  else {
    const apply = restyled(id, (before) => ({ ...before, color: to }));
    out.push({ ...light, blockId: id, field: "style.color", apply });
  }
  if (!theme.dark.enabled) return out;
  const { dark } = theme;
  if (name === "bp") {
    const primaryTextColor = readableOn(dark.primaryTextColor, dark.primaryColor, least);
    out.push({
      ...base,
      what: "buttons",
      color: dark.primaryTextColor,
      ground: dark.primaryColor,
      dark: true,
      blockId: null,
      field: "theme.dark.primaryTextColor",
      apply: darkThemed({ primaryTextColor }),
    });
  } else if (name === "bo") {
    const behind = fill ?? ground.dark;
    const plain = !fill && ground.plain;
    out.push({
      ...base,
      color: dark.linkColor,
      ground: behind,
      dark: true,
      blockId: plain ? null : id,
      field: plain ? "theme.dark.linkColor" : "style.backgroundColor",
      apply: plain ? darkThemed({ linkColor: readableOn(dark.linkColor, behind, least) }) : null,
    });
  }
  return out;
}

function problemsOf(theme: Theme, block: Block, around: Ground): Problem[] {
  const kind = kindOf(block);
  const button = kind.button?.(block);
  // What is behind a button is not the button's own colour.
  const ground = button?.style ? around : groundOf(theme, block.style, around);
  const out = (listsOf(block) ?? []).flat().flatMap((child) => problemsOf(theme, child, ground));
  const { light, dark } = kind.inks?.(theme, block, ground) ?? noInks();
  out.push(...light.map((ink) => lightProblem(ink, block, ground)));
  if (theme.dark.enabled) out.push(...dark.map((ink) => darkProblem(ink, block, ground, theme)));
  if (button) out.push(...buttonProblems(theme, block.id, button, ground));
  return out;
}

export function contrastFindings(document: EmailDocument): Finding[] {
  const theme = cleanTheme(document.theme);
  const around = plainGround(theme);
  const found = new Map<string, Problem>();
  for (const block of document.blocks)
    for (const problem of problemsOf(theme, block, around)) {
      if (contrast(problem.color, problem.ground) >= problem.least) continue;
      const { blockId, field, dark, color, ground } = problem;
      const key = [blockId, field, dark, color, ground].join(" ");
      const known = found.get(key);
      // The stricter demand counts, so that one repair is enough.
      if (!known || known.least < problem.least) found.set(key, problem);
    }
  return [...found.values()].map(({ color, ground, least, dark, what, blockId, field, apply }) => {
    const ratio = Math.floor(contrast(color, ground) * 10) / 10;
    const mode = dark ? say.inDarkMode : "";
    return {
      rule: "contrast",
      severity: "warning",
      message: say.hardToReadModeWhat(mode, what, color, ground, ratio, least),
      blockId,
      field,
      ...(apply ? { fix: { label: say.useAReadableColour, apply } } : {}),
    };
  });
}
