import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { importsOf, isShownByEditor, sources, textOf } from "./testing/sources";

const features = readdirSync("src/features");

/** The room of a file: "app", "ui", "features/campaigns" and so on; files at the top belong to the app. */
function roomOf(file: string): string {
  if (isShownByEditor(file)) return "editor";
  const [first = "", second = ""] = file.split("/");
  if (first === "features") return `features/${second}`;
  return first.includes(".") ? "app" : first;
}

/** Made from the folder names: a new feature is fenced in by being there. */
const allowed: Record<string, string[]> = {
  app: ["app", "email", "ui", "lib", "api", ...features.map((name) => `features/${name}`)],
  ui: ["ui", "lib"],
  api: ["api", "lib"],
  lib: ["lib"],
  email: ["email"],
  editor: ["editor", "email", "ui", "lib"],
  guide: ["guide", "ui", "lib"],
  workbench: ["workbench", "editor", "email", "ui", "lib", "api"],
  ...Object.fromEntries(features.map((name) => [`features/${name}`, [`features/${name}`, "ui", "lib", "api"]])),
  "features/templates": ["features/templates", "workbench", "editor", "email", "ui", "lib", "api"],
  "features/campaigns": ["features/campaigns", "workbench", "editor", "email", "ui", "lib", "api"],
  ...Object.fromEntries(
    ["features/guide", "features/api-reference"].map((room) => [room, [room, "guide", "ui", "lib", "api"]]),
  ),
  // Subjects are shown as subscribers read them.
  "features/search": ["features/search", "guide", "email", "ui", "lib", "api"],
  "features/overview": ["features/overview", "email", "ui", "lib", "api"],
};

test("rooms import only the rooms they may", () => {
  const trespasses = sources.flatMap((file) =>
    importsOf(file)
      .map((target) => [roomOf(file), roomOf(target)] as const)
      .filter(([from, to]) => !(allowed[from] ?? []).includes(to))
      .map(([, to]) => `${file} imports ${to}`),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(trespasses).toEqual([]);
});

test("colours come from tokens, never from raw values in components", () => {
  const raw = sources.filter((file) => /(?:bg|text|border|fill|stroke)-\[#|#[0-9a-f]{6}\b/i.test(textOf(file)));
  // The browser's own frame colour can't read a variable, and a mail has colours of its own.
  const ours = raw.filter((file) => !file.startsWith("email/") || isShownByEditor(file));
  expect(ours).toEqual(["lib/theme.ts"]);
});
