import { beforeEach, expect, test, vi } from "vitest";
import { createBlock } from "@/email/factory";
import type { Block } from "@/email/types";
import { createConsent } from "./consent";
import { foreignHost, foreignHosts, shownBlock } from "./foreign";

const origin = "https://letters.example";
const image = (src: string) => ({ ...createBlock("image"), src });
const held = `${origin}/images/placeholder-600x300.png`;

beforeEach(() => localStorage.clear());

test.each([
  ["https://cdn.example/a.png", "cdn.example"],
  ["HTTP://CDN.example:8080/a.png", "cdn.example:8080"],
  ["//cdn.example/a.png", "cdn.example"],
  ["  https://letters.example.evil.example/a.png", "letters.example.evil.example"],
  ["https://letters.example/media/a.png", null],
  ["/media/a.png", null],
  ["{{ subscriber.attributes.photo }}", null],
  ["cid:logo", null],
  ["data:image/png;base64,AA", null],
  ["https://", null],
  ["", null],
])("the host of %s is %s", (src, host) => {
  expect(foreignHost(src, origin)).toBe(host);
});

test("foreign pictures are found and held wherever they stand, and nothing else is touched", () => {
  const own = image("/media/a.png");
  const hero: Block = { ...createBlock("hero-image"), imageSrc: "https://b.example/b.png" };
  const columns: Block = { ...createBlock("columns"), columns: [[image("https://a.example/a.png")], [hero, own]] };
  expect(foreignHosts([own, columns, image("https://a.example/c.png")], origin)).toEqual(["a.example", "b.example"]);
  const shown = shownBlock(columns, new Set(["b.example"]), origin);
  expect(shown).toMatchObject({ columns: [[{ src: held }], [{ imageSrc: hero.imageSrc }, { src: own.src }]] });
  expect(shownBlock(own, new Set(), origin)).toBe(own);
  expect(shownBlock(columns, new Set(["a.example", "b.example"]), origin)).toBe(columns);
});

test("what was let in is remembered, by each author, and told to other tabs", () => {
  const consent = createConsent("author-1");
  const listener = vi.fn();
  const stop = consent.subscribe(listener);
  consent.allow(["a.example"]);
  expect(listener).toHaveBeenCalledOnce();
  expect([...createConsent("author-1").getSnapshot()]).toEqual(["a.example"]);
  expect([...createConsent("author-2").getSnapshot()]).toEqual([]);
  localStorage.setItem("author-1-picture-hosts", '["a.example","b.example",7]');
  dispatchEvent(new StorageEvent("storage", { key: "author-1-picture-hosts" }));
  expect([...consent.getSnapshot()]).toEqual(["a.example", "b.example"]);
  stop();
  localStorage.setItem("author-1-picture-hosts", "{");
  expect([...createConsent("author-1").getSnapshot()]).toEqual([]);
});
