import { expect, test } from "vitest";
import { checkDocument, type Finding } from "./checks";
import { createBlock } from "./factory";
import { renderDocument } from "./render/document";
import { byteLength, bytesByBlock, GMAIL_CLIP } from "./size";
import { starters } from "./starters";
import type { Block, EmailDocument } from "./types";

const mail = (blocks: Block[], over: Partial<EmailDocument> = {}): EmailDocument => ({
  name: "Mail",
  subject: "A subject",
  preheader: "A preheader",
  theme: {},
  blocks,
  ...over,
});

const text = (content: string, style: Block["style"] = {}): Block => ({ id: "t", type: "text", content, style });
const wayOut = text('<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>');
const findings = (document: EmailDocument) => checkDocument(document, renderDocument(document));
const of = (rule: string, document: EmailDocument) => findings(document).filter((finding) => finding.rule === rule);

/** The fix takes the finding away, and leaves the document it was given alone. */
function expectFixed(document: EmailDocument, finding: Finding | undefined) {
  const before = structuredClone(document);
  const fixed = finding?.fix?.apply(document);
  expect(document).toEqual(before);
  expect(fixed).toBeDefined();
  if (fixed && finding) expect(of(finding.rule, fixed)).toEqual([]);
}

const rules: { rule: string; bad: EmailDocument; good: EmailDocument; fixed?: boolean }[] = [
  { rule: "unsubscribe", bad: mail([text("<p>Hi</p>")]), good: mail([wayOut]), fixed: true },
  {
    rule: "alt",
    bad: mail([{ id: "i", type: "image", src: "https://example.com/a.png", alt: " " }]),
    good: mail([{ id: "i", type: "image", src: "https://example.com/a.png", alt: "A hill" }]),
    fixed: true,
  },
  { rule: "link-text", bad: mail([text('<p><a href="https://e.com">click here</a></p>')]), good: mail([wayOut]) },
  { rule: "link-text", bad: mail([text('<p><a href="https://e.com">https://e.com/x</a></p>')]), good: mail([wayOut]) },
  { rule: "link-text", bad: mail([text('<p><a href="https://e.com"></a></p>')]), good: mail([wayOut]) },
  {
    rule: "empty-link",
    bad: mail([{ ...createBlock("button"), text: "Go", href: "#" }]),
    good: mail([{ ...createBlock("button"), text: "Go", href: "https://e.com" }]),
  },
  {
    rule: "local-host",
    bad: mail([text('<p><a href="http://localhost:8080/x">A page</a></p>')]),
    good: mail([text('<p><a href="https://localhost.example/x">A page</a></p>')]),
  },
  {
    rule: "insecure-link",
    bad: mail([text('<p><a href="http://e.com/?a=1&amp;b">A page</a></p>')]),
    good: mail([text('<p><a href="https://e.com/">A page</a></p>')]),
  },
  {
    rule: "insecure-link",
    bad: mail([{ id: "c", type: "columns", columns: [[{ ...createBlock("button"), href: "http://e.com" }], []] }]),
    good: mail([wayOut]),
    fixed: true,
  },
  { rule: "contrast", bad: mail([text("<p>Pale</p>", { color: "#cccccc" })]), good: mail([wayOut]), fixed: true },
  {
    rule: "contrast",
    bad: mail([text('<p>A <span style="color:#dddddd">pale</span> word</p>')]),
    good: mail([text('<p>A <span style="color:#b00020">red</span> word</p>')]),
    fixed: true,
  },
  {
    rule: "contrast",
    bad: mail([{ ...createBlock("button"), style: { backgroundColor: "#ffffff", color: "#eeeeee" } }]),
    good: mail([createBlock("button")]),
    fixed: true,
  },
  {
    rule: "heading-order",
    bad: mail([
      { id: "a", type: "heading", level: 2, content: "A" },
      { id: "b", type: "heading", level: 4, content: "B" },
    ]),
    good: mail([
      { id: "a", type: "heading", level: 2, content: "A" },
      { id: "b", type: "heading", level: 3, content: "B" },
    ]),
    fixed: true,
  },
  { rule: "leftover", bad: mail([createBlock("heading")]), good: mail([wayOut]) },
  { rule: "leftover", bad: mail([createBlock("image")]), good: mail([wayOut]) },
  { rule: "leftover", bad: mail([text("<p>Dear [first name], lorem ipsum</p>")]), good: mail([wayOut]) },
  { rule: "merge-tag", bad: mail([text("<p>{{ subscriber.nick }}</p>")]), good: mail([wayOut]) },
  { rule: "merge-tag", bad: mail([text("<p>{{ subscriber.email </p>")]), good: mail([wayOut]) },
  { rule: "merge-tag", bad: mail([wayOut], { subject: "{{ nope }}" }), good: mail([wayOut]) },
  { rule: "subject", bad: mail([wayOut], { subject: " " }), good: mail([wayOut]) },
  { rule: "subject", bad: mail([wayOut], { subject: "a".repeat(71) }), good: mail([wayOut]) },
  { rule: "preheader", bad: mail([wayOut], { preheader: "" }), good: mail([wayOut]) },
  { rule: "empty-block", bad: mail([text("<p>&nbsp;</p>")]), good: mail([wayOut]), fixed: true },
  { rule: "empty-columns", bad: mail([createBlock("columns")]), good: mail([wayOut]), fixed: true },
];

for (const { rule, bad, good, fixed } of rules) {
  test(`${rule} is found where it is, and nowhere else: ${JSON.stringify(bad.blocks[0]).slice(0, 80)}`, () => {
    const found = of(rule, bad);
    expect(found.length).toBeGreaterThan(0);
    expect(of(rule, good)).toEqual([]);
    if (fixed) expectFixed(bad, found[0]);
  });
}

test("the size is told near Gmail's line and behind it", () => {
  const paragraph = `<p>${"Words and words. ".repeat(600)}</p>`;
  const long = (count: number) =>
    mail(Array.from({ length: count }, (_, at) => ({ ...text(paragraph), id: `p${at}` })));
  expect(of("size", long(1))).toEqual([]);
  expect(of("size", long(9))[0]?.severity).toBe("warning");
  expect(of("size", long(12))[0]?.severity).toBe("error");
  expect(byteLength(renderDocument(long(12)))).toBeGreaterThan(GMAIL_CLIP);
});

test("the most serious comes first", () => {
  const severities = findings(mail([createBlock("heading"), createBlock("image")], { preheader: "" })).map(
    ({ severity }) => severity,
  );
  const order = ["error", "warning", "hint"];
  const places = severities.map((severity) => order.indexOf(severity));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(severities[0]).toBe("error");
  expect(severities.at(-1)).toBe("hint");
});

test("bytes are counted as they travel, each block's own and those of its columns", () => {
  expect(byteLength("ü")).toBe(2);
  const columns: Block = { id: "c", type: "columns", columns: [[{ ...text("<p>a</p>"), id: "x" }], []] };
  const sizes = bytesByBlock(mail([columns]));
  expect(sizes.get("c")).toBeGreaterThan(sizes.get("x") ?? 0);
  expect(sizes.get("x")).toBeGreaterThan(100);
});

for (const { id, document } of starters("https://example.com")) {
  test(`the starter ${id} has nothing to be mended`, () => {
    expect(findings(document).filter(({ severity }) => severity !== "hint")).toEqual([]);
  });
}
