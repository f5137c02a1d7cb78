import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBlock } from "./factory";
import { parseBlocks, parseDocument } from "./parse";
import { starters } from "./starters";
import { blockTypes } from "./types";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Something that looks like a document but may be wrong in any place. */
const nearly = fc.letrec((tie) => ({
  block: fc.record(
    {
      id: fc.oneof(fc.constantFrom("a", "b"), fc.jsonValue()),
      type: fc.oneof(fc.constantFrom(...blockTypes), fc.jsonValue()),
      style: fc.oneof(
        fc.dictionary(fc.constantFrom("color", "margin", "textAlign", "x"), fc.jsonValue()),
        fc.jsonValue(),
      ),
      content: fc.oneof(fc.string(), fc.jsonValue()),
      level: fc.oneof(fc.integer(), fc.jsonValue()),
      columns: fc.oneof(
        { depthSize: "small" },
        fc.jsonValue(),
        fc.array(fc.array(tie("block"), { maxLength: 3 }), { maxLength: 6 }),
      ),
      widths: fc.oneof(fc.array(fc.integer({ max: 100 })), fc.jsonValue()),
      platforms: fc.jsonValue(),
      src: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  document: fc.record({ subject: fc.jsonValue(), blocks: fc.array(tie("block")), theme: fc.jsonValue() }),
}));

describe("parseDocument", () => {
  it("never throws, and reads its own result without a problem", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), nearly.document), (json) => {
        const { document } = parseDocument(json);
        expect(parseDocument(plain(document))).toEqual({ document, problems: [] });
      }),
      { numRuns: 500 },
    );
  });

  it("gives valid documents back as they are", () => {
    for (const { document } of starters("https://example.com"))
      expect(parseDocument(plain(document))).toEqual({ document, problems: [] });
    const blocks = blockTypes.map((type) => createBlock(type, "https://example.com"));
    expect(parseDocument(plain(blocks)).document.blocks).toEqual(blocks);
    const whole = {
      name: "n",
      subject: "s",
      preheader: "p",
      blocks: [
        { id: "1", type: "image", src: "s", alt: "", width: null, height: 3, href: "", decorative: true, style: {} },
        {
          id: "2",
          type: "columns",
          columns: [[], []],
          widths: [30, 70],
          gap: 0,
          stack: false,
          verticalAlign: "middle",
        },
        { id: "3", type: "social", platforms: { mastodon: "https://m.example" }, display: "both" },
      ],
      theme: { dir: "rtl", button: { bold: false }, dark: { enabled: false } },
    };
    expect(parseDocument(whole)).toEqual({ document: whole, problems: [] });
  });

  it("gives every block an id of its own", () => {
    const block = { type: "spacer", height: 3 };
    const { document } = parseDocument([
      { ...block, id: "x" },
      { ...block, id: "x" },
      block,
      { type: "columns", columns: [[{ ...block, id: "x" }]] },
    ]);
    const ids = document.blocks.flatMap((one) =>
      one.type === "columns" ? [one.id, ...one.columns.flat().map(({ id }) => id)] : [one.id],
    );
    expect(ids[0]).toBe("x");
    expect(new Set(ids).size).toBe(5);
  });

  it("drops what is unreadable and says so", () => {
    const { document, problems } = parseDocument({
      name: 4,
      blocks: [null, 7, { type: "video" }, { id: "h", type: "heading", content: 9, level: 12, sparkle: true }],
      theme: { linkColor: 3, dir: "up", other: 1, button: { fontSize: 20, bold: "yes" } },
    });
    expect(document.name).toBe("Untitled Template");
    expect(document.blocks).toEqual([{ id: "h", type: "heading", content: "New Heading", level: 2 }]);
    expect(document.theme).toEqual({ button: { fontSize: 20 } });
    expect(problems).toHaveLength(8);
    expect(problems).toContain("A block of unknown type “video” was left out.");
  });

  it("takes columns within columns apart and keeps four columns", () => {
    const at = (id: string) => ({ id, type: "spacer", height: 1 });
    const inner = { id: "in", type: "columns", columns: [[at("b")], [at("c")]] };
    const { document } = parseDocument([
      { id: "o", type: "columns", columns: [[at("a"), inner], [], [], [at("d")], [at("e")]], widths: [1, 1, 1, 1, 1] },
    ]);
    expect(document.blocks).toEqual([
      { id: "o", type: "columns", columns: [[at("a"), at("b"), at("c")], [], [], [at("d"), at("e")]] },
    ]);
  });

  it("survives depth and size", () => {
    const deep: unknown = JSON.parse(`${'{"type":"columns","columns":[['.repeat(20_000)}${"]]}".repeat(20_000)}`);
    expect(parseDocument([deep]).document.blocks).toHaveLength(1);
    const { document, problems } = parseDocument(
      Array.from({ length: 100_000 }, () => ({ type: "divider", thickness: 1 })),
    );
    expect(document.blocks).toHaveLength(500);
    expect(problems).toHaveLength(1);
    expect(
      parseDocument(Array.from({ length: 100_000 }, (_, at) => ({ type: `t${at}` }))).problems.length,
    ).toBeLessThan(40);
    const half = { type: "columns", columns: [Array.from({ length: 400 }, () => ({ type: "divider", thickness: 1 }))] };
    const flat = parseDocument([half, half]).document.blocks.flatMap((one) =>
      one.type === "columns" ? one.columns.flat() : [],
    );
    expect(flat.length).toBeLessThanOrEqual(500);
  });
});

describe("parseBlocks", () => {
  it("reads a list, one block, and a document", () => {
    const block = { id: "a", type: "spacer", height: 3 };
    for (const json of [[block], block, { blocks: [block] }])
      expect(parseBlocks(json)).toEqual({ blocks: [block], problems: [] });
    for (const json of [null, "text", 3, {}]) expect(parseBlocks(json).blocks).toEqual([]);
  });
});
