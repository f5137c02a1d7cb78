import { expect, test } from "vitest";

const read = (files: Record<string, string>) => Object.values(files).join("\n");
const readme = read(
  import.meta.glob<string>("../../../../README.md", { query: "?raw", import: "default", eager: true }),
);
const guide = read(
  import.meta.glob<string>("../../../../docs/guide/**/*.md", { query: "?raw", import: "default", eager: true }),
);
const selfHosting = read(
  import.meta.glob<string>("../../../../docs/guide/self-hosting.md", { query: "?raw", import: "default", eager: true }),
);
const program = read(
  import.meta.glob<string>("../../../../crates/letterpress/src/settings/sources.rs", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

const named = (text: string) => [...new Set(text.match(/LETTERPRESS_[A-Z_]*[A-Z]/g) ?? [])].sort();

const keys = (name: string) => {
  const list = new RegExp(`const ${name}: \\[&str; \\d+\\] = \\[([^\\]]*)\\]`).exec(program)?.[1] ?? "";
  return [...list.matchAll(/"([A-Z_]+)"/g)].map(([, key]) => `LETTERPRESS_${key}`).sort();
};

test("every setting of the program is described, and no other", () => {
  const known = keys("KEYS");
  expect(known.length).toBeGreaterThan(30);
  expect(named(readme)).toEqual(known);
  expect(named(selfHosting)).toEqual(known);
  // What the commands read that call a server.
  const all = [...known, ...keys("CLIENT_KEYS")].sort();
  expect(named(guide)).toEqual(all);
});
