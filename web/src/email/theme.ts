import type { Theme, ThemeOverrides } from "./types";

export const defaultTheme: Theme = {
  fontFamily: "Arial, Helvetica, sans-serif",
  headingFontFamily: "Arial, Helvetica, sans-serif",
  textColor: "#000000",
  headingColor: "#000000",
  linkColor: "#0056b3",
  backgroundColor: "#f4f4f4",
  contentBackgroundColor: "#ffffff",
  contentWidth: 600,
  contentPadding: 40,
  contentRadius: 0,
  fontSize: 16,
  lineHeight: 1.6,
  button: {
    borderRadius: 4,
    // White on #007bff is 3.98 : 1, enough for large text only, which bold text is from 18.66 px (WCAG 2.2 §1.4.3).
    fontSize: 19,
    bold: true,
    paddingY: 12,
    paddingX: 24,
    primaryColor: "#007bff",
    primaryTextColor: "#ffffff",
    secondaryColor: "#6c757d",
    secondaryTextColor: "#ffffff",
    outlineColor: "#007bff",
  },
  dark: {
    enabled: true,
    backgroundColor: "#121212",
    contentBackgroundColor: "#1e1e1e",
    textColor: "#e8e6e3",
    linkColor: "#8ab4f8",
    primaryColor: "#0a6ddb",
    primaryTextColor: "#ffffff",
  },
  lang: "en",
  dir: "ltr",
};

/** The whole theme of a document; values of a wrong type count as absent. */
export function resolveTheme(overrides: ThemeOverrides | null | undefined): Theme {
  return merge(defaultTheme, overrides);
}

function merge<T extends object>(defaults: T, overrides: unknown): T {
  if (typeof overrides !== "object" || overrides === null) return defaults;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(defaults)) {
    const override: unknown = Object.hasOwn(overrides, key) ? Reflect.get(overrides, key) : undefined;
    if (typeof value === "object" && value !== null) out[key] = merge(value, override);
    else out[key] = typeof override === typeof value ? override : value;
  }
  return out as T;
}

/** The least that must be stored to get this theme back. */
export function overridesOf(theme: Theme): ThemeOverrides {
  return difference(defaultTheme, theme) as ThemeOverrides;
}

function difference(defaults: object, values: object): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const standard: unknown = Reflect.get(defaults, key);
    if (typeof value === "object" && value !== null && typeof standard === "object" && standard !== null) {
      const inner = difference(standard, value as object);
      if (Object.keys(inner).length > 0) out[key] = inner;
    } else if (value !== standard) out[key] = value;
  }
  return out;
}
