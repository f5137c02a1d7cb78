import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve("src");
const features = readdirSync(join(root, "features"));

/** The room of a file: "app", "ui", "features/campaigns" and so on; files at the top belong to the app. */
function roomOf(file: string): string {
  const [first = "", second = ""] = relative(root, file).split("/");
  if (first === "features") return `features/${second}`;
  return first.includes(".") ? "app" : first;
}

/** Made from the folder names: a new feature is fenced in by being there. */
const allowed: Record<string, string[]> = {
  app: ["app", "ui", "lib", "api", ...features.map((name) => `features/${name}`)],
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
    ["features/guide", "features/search", "features/api-reference"].map((room) => [
      room,
      [room, "guide", "ui", "lib", "api"],
    ]),
  ),
};

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"((?:@\/|\.)[^"]+)"/g)].map((match) => match[1] ?? "");
}

function target(file: string, specifier: string): string {
  return specifier.startsWith("@/") ? join(root, specifier.slice(2)) : resolve(dirname(file), specifier);
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith("testing"))
  .map((name) => join(root, name));

test("rooms import only the rooms they may", () => {
  const trespasses = files.flatMap((file) =>
    importsOf(file)
      .map((specifier) => [roomOf(file), roomOf(target(file, specifier))] as const)
      .filter(([from, to]) => !(allowed[from] ?? []).includes(to))
      .map(([, to]) => `${relative(root, file)} imports ${to}`),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(trespasses).toEqual([]);
});

test("colours come from tokens, never from raw values in components", () => {
  const raw = files.filter((file) =>
    /(?:bg|text|border|fill|stroke)-\[#|#[0-9a-f]{6}\b/i.test(readFileSync(file, "utf8")),
  );
  // The browser's own frame colour can't read a variable, and a mail has colours of its own.
  const ours = raw.map((file) => relative(root, file)).filter((name) => !name.startsWith("email/"));
  expect(ours).toEqual(["lib/theme.ts"]);
});
