/** Colours as `#rrggbb`: the only notation that every mail program reads. */

const names: Record<string, string> = {
  black: "#000000",
  white: "#ffffff",
  red: "#ff0000",
  green: "#008000",
  blue: "#0000ff",
  yellow: "#ffff00",
  gray: "#808080",
  grey: "#808080",
  silver: "#c0c0c0",
  maroon: "#800000",
  olive: "#808000",
  lime: "#00ff00",
  aqua: "#00ffff",
  cyan: "#00ffff",
  teal: "#008080",
  navy: "#000080",
  fuchsia: "#ff00ff",
  magenta: "#ff00ff",
  purple: "#800080",
  orange: "#ffa500",
  pink: "#ffc0cb",
  brown: "#a52a2a",
  gold: "#ffd700",
  crimson: "#dc143c",
  tomato: "#ff6347",
  coral: "#ff7f50",
  salmon: "#fa8072",
  indigo: "#4b0082",
  violet: "#ee82ee",
};

export const isHexColor = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value);

const byte = (value: number) =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, "0");

/** A CSS colour as `#rrggbb`; null when it is none, or when it lets something show through. */
export function hexOf(value: string | null | undefined): string | null {
  const text = value?.trim().toLowerCase() ?? "";
  if (isHexColor(text)) return text;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*1(?:\.0*)?\s*)?\)$/.exec(text);
  if (rgb) return `#${byte(Number(rgb[1]))}${byte(Number(rgb[2]))}${byte(Number(rgb[3]))}`;
  return Object.hasOwn(names, text) ? (names[text] ?? null) : null;
}

function channels(hex: string): [number, number, number] {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Relative luminance (WCAG 2.2), 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours (WCAG 2.2), 1 to 21. */
export function contrast(a: string, b: string): number {
  const one = luminance(a);
  const two = luminance(b);
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

function mix(from: string, to: string, share: number): string {
  const a = channels(from);
  const b = channels(to);
  return `#${a.map((value, at) => byte(value + ((b[at] ?? 0) - value) * share)).join("")}`;
}

/** The colour moved towards white or black, as little as gives the contrast. */
export function readableOn(color: string, background: string, least = 4.5): string {
  if (contrast(color, background) >= least) return color;
  const target = luminance(background) < 0.18 ? "#ffffff" : "#000000";
  for (let share = 0.05; share < 1; share += 0.05) {
    const candidate = mix(color, target, share);
    if (contrast(candidate, background) >= least) return candidate;
  }
  return target;
}

/** A background for dark mode: its hue kept, as dark as the mail around it. */
export function darkBackgroundOf(color: string, around: string): string {
  return luminance(color) < 0.18 ? color : mix(color, around, 0.82);
}
