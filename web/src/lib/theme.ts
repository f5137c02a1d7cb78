import { useSyncExternalStore } from "react";

export type ThemeChoice = "light" | "dark" | "system";

/** Keep in step with public/first-paint.js, which applies the same rules before the first paint. */
const KEY = "letterpress-theme";
const listeners = new Set<() => void>();

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The site's default is dark until the author chooses; a stored value that is no choice means "system". */
export function themeChoice(): ThemeChoice {
  const value = stored();
  if (value === null || value === "dark") return "dark";
  return value === "light" ? "light" : "system";
}

export function isLight(choice: ThemeChoice): boolean {
  return choice === "light" || (choice === "system" && matchMedia("(prefers-color-scheme: light)").matches);
}

export function applyTheme() {
  const light = isLight(themeChoice());
  const root = document.documentElement;
  root.classList.toggle("dark", !light);
  root.classList.toggle("light", light);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", light ? "#faf8f4" : "#0d0f12");
}

function changed() {
  applyTheme();
  for (const listener of listeners) listener();
}

export function chooseTheme(choice: ThemeChoice) {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // The choice then holds for nothing but this page, which is better than failing.
  }
  changed();
}

export function watchTheme(): () => void {
  const media = matchMedia("(prefers-color-scheme: light)");
  const onStorage = (event: StorageEvent) => event.key === KEY && changed();
  media.addEventListener("change", changed);
  addEventListener("storage", onStorage);
  return () => {
    media.removeEventListener("change", changed);
    removeEventListener("storage", onStorage);
  };
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, themeChoice);
}
