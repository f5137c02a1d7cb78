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

test("every setting of the program is described, and no other", () => {
  const list = /const KEYS: \[&str; \d+\] = \[([^\]]*)\]/.exec(program)?.[1] ?? "";
  const known = [...list.matchAll(/"([A-Z_]+)"/g)].map(([, key]) => `LETTERPRESS_${key}`).sort();
  expect(known.length).toBeGreaterThan(30);
  expect(named(readme)).toEqual(known);
  expect(named(selfHosting)).toEqual(known);
  expect(named(guide).filter((name) => !known.includes(name))).toEqual([]);
});
