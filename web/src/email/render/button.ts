import { hexOf } from "../colors";
import { px } from "../css";
import { escapeAttribute, escapeText, inComment } from "../escape";
import { textWidth } from "../metrics";
import type { ButtonVariant, Theme } from "../types";
import { safeUrl } from "../urls";
import { type Context, classAttribute, mso, notMso, table } from "./context";

export interface ButtonParts {
  text: string;
  href: string;
  variant: ButtonVariant;
  /** px; measured from the text when absent. */
  width?: number | null;
  fullWidth?: boolean;
  align: string;
  color?: string | undefined;
  backgroundColor?: string | undefined;
  borderRadius?: string | undefined;
}

/** What a button is painted with, and the class that turns it in dark mode. */
export function buttonColors(theme: Theme, parts: Pick<ButtonParts, "variant" | "color" | "backgroundColor">) {
  const { button } = theme;
  const own = { text: hexOf(parts.color), fill: hexOf(parts.backgroundColor) };
  if (parts.variant === "outline")
    return { fill: own.fill, text: own.text ?? button.outlineColor, border: button.outlineColor, class: "bo" };
  const isPrimary = parts.variant !== "secondary";
  return {
    fill: own.fill ?? (isPrimary ? button.primaryColor : button.secondaryColor),
    text: own.text ?? (isPrimary ? button.primaryTextColor : button.secondaryTextColor),
    border: null,
    class: isPrimary && !own.fill && !own.text ? "bp" : "",
  };
}

/** The px an author chose, if they can be drawn. */
const widthOr = (width: number | null | undefined, measured: number): number =>
  typeof width === "number" && width > 0 && width < 10_000 ? width : measured;

/**
 * A button of one width in every program: the anchor's and the shape's that Outlook draws are the same px, taken from
 * the widths of the letters. On a screen with less room it shrinks; as `width` in px it would push the mail out of it.
 */
export function renderButton(ctx: Context, parts: ButtonParts, available: number): string {
  const { button, fontFamily } = ctx.theme;
  const { fill, text: color, border, class: name } = buttonColors(ctx.theme, parts);
  const edge = border ? 2 : 0;
  const frame = 2 * (button.paddingX + edge);
  const textPx = textWidth(parts.text, button.fontSize, button.bold, fontFamily);
  const natural = parts.fullWidth ? available : widthOr(parts.width, textPx + frame);
  const width = Math.max(40, Math.min(available, Math.ceil(natural)));
  const lines = Math.max(1, Math.ceil(textPx / Math.max(1, width - frame)));
  const line = Math.round(button.fontSize * 1.3);
  const height = lines * line + 2 * (button.paddingY + edge);
  const radius = px(parts.borderRadius) ?? button.borderRadius;
  const href = escapeAttribute(safeUrl(parts.href) || "#");
  const label = escapeText(parts.text);
  const font = `font-family:${fontFamily};font-size:${button.fontSize}px;${button.bold ? "font-weight:bold;" : ""}`;
  const arc = Math.min(50, Math.round((radius / Math.min(width, height)) * 100));
  const stroke = border ? `strokecolor="${border}" strokeweight="2px"` : 'stroke="f"';
  const filled = fill ? `fillcolor="${fill}"` : 'filled="f"';
  const shape = `<v:roundrect href="${inComment(href)}" style="height:${height}px;width:${width}px;v-text-anchor:middle" arcsize="${arc}%" ${stroke} ${filled}><w:anchorlock/><center style="color:${color};${font}">${inComment(label)}</center></v:roundrect>`;
  const outline = border ? `border:2px solid ${border};` : "";
  const background = fill ? ` bgcolor="${fill}"` : "";
  const link = `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow" style="display:block;padding:${button.paddingY}px ${button.paddingX}px;${font}line-height:${line}px;color:${color};text-align:center;text-decoration:none">${label}</a>`;
  const cell = `<td${classAttribute(ctx, name ? [name] : [])}${background} style="${fill ? `background-color:${fill};` : ""}${outline}border-radius:${radius}px">${link}</td>`;
  return (
    mso(ctx, shape) +
    notMso(
      ctx,
      `<${table} align="${parts.align}" width="${width}" style="width:100%;max-width:${width}px;border-collapse:separate"><tr>${cell}</tr></table>`,
    )
  );
}
