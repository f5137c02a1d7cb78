/** Values of styles, cleaned one by one: what is not understood is left out. */

const MAX_PX = 2000;

/** A length in px as a number; null when it is none. A bare number is px. */
export function px(value: string | number | null | undefined): number | null {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? Math.min(value, MAX_PX) : null;
  const found = /^\s*(\d{1,5}(?:\.\d{1,3})?)(?:px)?\s*$/.exec(value ?? "");
  return found ? Math.min(Number(found[1]), MAX_PX) : null;
}

export type Sides = [top: number, right: number, bottom: number, left: number];

/** `margin` and `padding` as four numbers of px; `auto` counts as 0. Null when it is neither. */
export function sides(value: string | number | null | undefined): Sides | null {
  if (value === undefined || value === null || value === "") return null;
  const parts = String(value).trim().split(/\s+/);
  if (parts.length > 4) return null;
  const numbers = parts.map((part) => (part === "auto" ? 0 : px(part)));
  const [a, b = a, c = a, d = b] = numbers;
  if (a === undefined || a === null || b == null || c == null || d == null) return null;
  return [a, b, c, d];
}

/** Four numbers as a CSS value, as short as it goes. */
export function box([top, right, bottom, left]: Sides): string {
  const unit = (value: number) => (value === 0 ? "0" : `${value}px`);
  if (left !== right) return [top, right, bottom, left].map(unit).join(" ");
  if (top !== bottom) return [top, right, bottom].map(unit).join(" ");
  return top === right ? unit(top) : [top, right].map(unit).join(" ");
}

/** A list of font names; nothing that could end a value or an attribute. */
export function fontStack(value: string | null | undefined): string | null {
  const text = value?.trim().replaceAll('"', "'") ?? "";
  return /^[\w '’,-]{1,200}$/u.test(text) && text.split("'").length % 2 === 1 ? text : null;
}

export interface Border {
  width: number;
  style: string;
  color: string;
}

/** `1px solid #e0e0e0`. */
export function border(value: string | null | undefined): Border | null {
  const found = /^\s*(\d{1,2})px\s+(solid|dashed|dotted)\s+(#[0-9a-f]{6}|#[0-9a-f]{3})\s*$/i.exec(value ?? "");
  return found?.[1] && found[2] && found[3]
    ? { width: Number(found[1]), style: found[2].toLowerCase(), color: found[3].toLowerCase() }
    : null;
}

/** A whole number within bounds; the fallback for anything else. */
export function whole(value: unknown, least: number, most: number, fallback: number): number {
  const number = typeof value === "number" ? value : Number.NaN;
  return Number.isFinite(number) ? Math.min(most, Math.max(least, Math.round(number))) : fallback;
}
