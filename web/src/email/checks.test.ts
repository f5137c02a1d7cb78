import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkDocument, type Finding } from "./checks";
import { blankDocument, createBlock } from "./factory";
import { placeholderImage } from "./placeholder";
import { renderDocument } from "./render/document";
import { byteLength, bytesByBlock, GMAIL_CLIP } from "./size";
import { starters } from "./starters";
import type { Block, EmailDocument } from "./types";

type Part<B> = B extends Block ? Omit<B, "id"> : never;

const footer: Part<Block> = { type: "text", content: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>' };
const of = (...parts: Part<Block>[]): EmailDocument => ({
  ...blankDocument(),
  subject: "Subject",
  preheader: "Preview",
  blocks: [...parts, footer].map((part, at) => ({ id: `b${at}`, ...part }) as Block),
});
const check = (document: EmailDocument) => checkDocument(document, renderDocument(document));
const text = (content: string, style = {}): Part<Block> => ({ type: "text", content, style });
const heading = (level: 1 | 2 | 3 | 4, content = "Words", style = {}): Part<Block> => ({
  type: "heading",
  level,
  content,
  style,
});
const button = (label: string, href = "https://example.com", more = {}): Part<Block> => ({
  type: "button",
  text: label,
  href,
  variant: "primary",
  ...more,
});
const image = (more = {}): Part<Block> => ({ type: "image", src: "https://example.com/a.png", alt: "A hill", ...more });
const hero: Part<Block> = { type: "hero", title: "Title", description: "Words" };

const brief = (findings: Finding[]) => findings.map(({ severity, rule, blockId }) => `${severity} ${rule} ${blockId}`);

/** Applies the only finding's fix and sees that it is gone and that the document given was left alone. */
function mended(document: EmailDocument): EmailDocument {
  const before = structuredClone(document);
  const [finding, ...others] = check(document);
  expect(others).toEqual([]);
  if (!finding?.fix) throw new Error(`no fix: ${finding?.message}`);
  const after = finding.fix.apply(document);
  expect(document).toEqual(before);
  expect(check(after)).toEqual([]);
  return after;
}

describe("checkDocument", () => {
  it("finds neither errors nor warnings in any starter", () => {
    for (const { document } of starters("https://example.com"))
      expect(check(document).filter(({ severity }) => severity !== "hint")).toEqual([]);
  });

  it("finds nothing in a mail that is right", () => {
    const fine = of(
      heading(1),
      image(),
      image({ alt: "", decorative: true }),
      text('<p>Dear {{ subscriber.first_name | default("[you]") }}, <a href="https://e.com/a">the story</a> [1]</p>'),
      button("Read the story"),
      { type: "columns", columns: [[], [{ id: "in", type: "text", content: "Words" }]] },
    );
    expect(check(fine)).toEqual([]);
  });

  it("asks for alternative texts", () => {
    expect(brief(check(of(image({ alt: " " }))))).toEqual(["warning alt b0"]);
    expect(mended(of(image({ alt: "" }))).blocks[0]).toMatchObject({ decorative: true });
    const linked = check(of(image({ alt: "", decorative: true, href: "https://example.com" })));
    expect(brief(linked)).toEqual(["warning alt b0"]);
  });

  it("asks for links that say where they lead", () => {
    for (const words of [
      "click here",
      "Here",
      "here!",
      "https://e.com/x",
      "www.e.com",
      "{{ archive_url }}",
      "",
      "&nbsp;",
    ])
      expect(brief(check(of(text(`<p>See <a href="https://e.com/x">${words}</a></p>`))))).toEqual([
        "warning link-text b0",
      ]);
    expect(brief(check(of(button(""))))).toEqual(["warning link-text b0"]);
    expect(check(of(button("Here is the story")))).toEqual([]);
  });

  it("finds links that lead nowhere", () => {
    for (const href of ["", "#", "javascript:alert(1)"]) {
      expect(brief(check(of(button("Read", href))))).toEqual(["error empty-link b0"]);
      expect(brief(check(of(text(`<a href="${href}">Story</a>`))))).toEqual(["error empty-link b0"]);
      expect(brief(check(of({ ...hero, buttonText: "Go", buttonHref: href } as Part<Block>)))).toEqual([
        "error empty-link b0",
      ]);
    }
    expect(brief(check(of(image({ href: "#" }))))).toEqual(["error empty-link b0"]);
    expect(check(of(hero, image({ href: "" })))).toEqual([]);
  });

  it("finds what was left from writing", () => {
    for (const words of ["Lorem ipsum dolor", "Dear [name]", "TODO: more", "XXX", "New Heading"])
      expect(brief(check(of(heading(1, words))))).toEqual(["warning leftover b0"]);
    expect(brief(check(of({ ...hero, title: "[title]" } as Part<Block>)))).toEqual(["warning leftover b0"]);
    expect(brief(check(of(image({ src: `https://e.com${placeholderImage}` }))))).toEqual(["warning leftover b0"]);
    expect(brief(check({ ...of(), subject: "TODO" }))).toEqual(["warning leftover null"]);
    const fresh = of({ ...createBlock("text") }, { ...createBlock("button"), href: "https://e.com" });
    expect(check(fresh).map(({ rule }) => rule)).toEqual(["leftover", "leftover"]);
    expect(check(of(text("<p>The todo list [sic], xxx [1] array[0]</p>")))).toEqual([]);
  });

  it("sees to the order of headings", () => {
    expect(check(of(heading(2), heading(3), heading(2)))).toEqual([]);
    expect(brief(check(of(heading(1), heading(3))))).toEqual(["warning heading-order b1"]);
    expect(mended(of(heading(1), heading(4))).blocks[1]).toMatchObject({ level: 2 });
    expect(mended(of(heading(3))).blocks[0]).toMatchObject({ level: 2 });
    expect(brief(check(of(hero, heading(1))))).toEqual(["hint heading-one b1"]);
    mended(of(hero, heading(1)));
    expect(brief(check(of(heading(1), text("<h4>Deep</h4>"))))).toEqual(["warning heading-order b1"]);
    const long = Array.from({ length: 8 }, () => text("<p>Words</p>"));
    expect(brief(check(of(...long)))).toEqual(["hint headings null"]);
    expect(check(of(...long, heading(2)))).toEqual([]);
  });

  it("demands a way to unsubscribe", () => {
    const without = { ...of(), blocks: [{ id: "a", ...text("<p>Words</p>") } as Block] };
    expect(brief(check(without))).toEqual(["error unsubscribe null"]);
    expect(mended(without).blocks).toHaveLength(2);
    expect(check({ ...without, blocks: [{ id: "a", ...button("Leave", "{{unsubscribe_url}}") } as Block] })).toEqual(
      [],
    );
  });

  it("warns of mails that Gmail would cut", () => {
    const document = of(text("<p>Small</p>"), text(`<p>${"long ".repeat(100)}</p>`));
    const of80 = "x".repeat(80 * 1024);
    expect(checkDocument(document, of80.slice(1))).toEqual([]);
    expect(brief(checkDocument(document, of80))).toEqual(["warning size b1"]);
    expect(brief(checkDocument(document, "é".repeat(GMAIL_CLIP / 2)))).toEqual(["error size b1"]);
  });

  it("looks at subject and preview text", () => {
    expect(brief(check({ ...of(), subject: " " }))).toEqual(["warning subject null"]);
    expect(brief(check({ ...of(), preheader: "" }))).toEqual(["hint preheader null"]);
    expect(brief(check({ ...of(), subject: "x".repeat(71) }))).toEqual(["hint subject-length null"]);
    expect(check({ ...of(), subject: "x".repeat(70) })).toEqual([]);
    expect(check({ ...of(), subject: `${"x".repeat(50)} {{ subscriber.first_name | default("you") }}` })).toEqual([]);
  });

  it("finds merge tags that nothing is put in for", () => {
    for (const tag of ["{{ first_name }}", "{{ subscriber.name }}", "{{ Name }}", "{{ archive_url }", "{{ <b>x</b> }}"])
      expect(brief(check(of(text(`<p>Dear ${tag}</p>`))))).toEqual(["error merge-tag b0"]);
    expect(brief(check({ ...of(), subject: "Dear {{ x }}" }))).toEqual(["error merge-tag null"]);
    expect(brief(check(of(button("Go", "https://e.com/{{ id }}"))))).toEqual(["error merge-tag b0"]);
    expect(check(of(text("<p>{{ subscriber.attributes.city | default(&quot;here&quot;) }} {x}</p>")))).toEqual([]);
  });

  it("finds addresses that are not encrypted", () => {
    const rich = mended(of(text(`<p><a class="k" href='http://e.com/?a=1&amp;b=2' target="_blank">It</a> is</p>`)));
    expect(rich.blocks[0]).toMatchObject({
      content: '<p><a class="k" href="https://e.com/?a=1&amp;b=2" target="_blank">It</a> is</p>',
    });
    expect(mended(of(image({ src: "http://e.com/a.png" }))).blocks[0]).toMatchObject({ src: "https://e.com/a.png" });
    mended(of(button("Go on", "http://e.com")));
    mended(of({ type: "social", platforms: { facebook: "http://f.example", twitter: "https://t.example" } }));
    mended(of({ ...hero, buttonText: "Go", buttonHref: "HTTP://e.com" } as Part<Block>));
  });

  it("finds addresses that only the author can reach", () => {
    for (const host of ["localhost:3000", "127.0.0.1", "mac.local", "shop.test", "staging.e.com", "a.staging.e.com"])
      expect(brief(check(of(button("Go on", `http://${host}/x`))))).toEqual(["error local-link b0"]);
    for (const host of ["localhost.com", "local.e.com", "mystaging.com", "latest.com"])
      expect(check(of(button("Go on", `https://${host}/local.test`)))).toEqual([]);
  });

  it("finds what is empty", () => {
    expect(brief(check(of({ type: "columns", columns: [[], []] })))).toEqual(["warning empty-columns b0"]);
    expect(mended(of({ type: "columns", columns: [[], []] })).blocks).toHaveLength(1);
    expect(brief(check(of(text("<p>&nbsp;</p>"))))).toEqual(["hint empty-block b0"]);
    mended(of(heading(2, " <br> ")));
    const inside = mended(
      of({
        type: "columns",
        columns: [[{ id: "x", type: "text", content: "" }], [{ id: "y", type: "text", content: "Words" }]],
      }),
    );
    expect(inside.blocks[0]).toMatchObject({ columns: [[], [{ id: "y" }]] });
  });
});

describe("contrast", () => {
  const pale = "#aaaaaa";

  it("is looked at for text, by day", () => {
    expect(brief(check(of(text("<p>Words</p>", { color: pale }))))).toEqual(["warning contrast b0"]);
    mended(of(text("<p>Words</p>", { color: pale })));
    mended(of(heading(2, "Words", { color: "#cccccc" })));
    const spans = mended(
      of(text('<p><em data-x="1">A</em> <span style="color: rgb(250, 250, 250)">B</span></p>', { color: "#333333" })),
    );
    expect(spans.blocks[0]).toMatchObject({
      content: expect.stringMatching(/^<p><em data-x="1">A<\/em> <span style="color: #[0-9a-f]{6}">B<\/span><\/p>$/),
    });
    mended(of(text('<p><span style="background-color:#222222">Words</span></p>', { darkColor: "#eeeeee" })));
    mended(of(text("<p>Words</p>", { backgroundColor: "#333333" })));
    expect(
      check(of(text('<p><a href="https://e.com">Words</a></p>', { backgroundColor: "#0056b3", color: "#ffffff" }))),
    ).toEqual([]);
    mended({ ...of(text("<p>A</p>"), text("<p>B</p>")), theme: { textColor: "#bbbbbb" } });
    mended({ ...of(), theme: { linkColor: "#88bbff" } });
    mended({ ...of(heading(2)), theme: { headingColor: "#dddddd" } });
  });

  it("asks less of large letters", () => {
    const grey = { color: "#888888" };
    expect(brief(check(of(text("<p>Words</p>", grey))))).toEqual(["warning contrast b0"]);
    expect(check(of(text("<p>Words</p>", { ...grey, fontSize: "24px" })))).toEqual([]);
    expect(check(of(text("<p><strong>Words</strong></p>", { ...grey, fontSize: "19px" })))).toEqual([]);
    expect(brief(check(of(text("<p><strong>Words</strong></p>", { ...grey, fontSize: "18px" }))))).toHaveLength(1);
  });

  it("is looked at for text, by night", () => {
    mended(of(text("<p>Words</p>", { darkColor: "#333333" })));
    mended(of(text("<p>Words</p>", { darkBackgroundColor: "#dddddd" })));
    expect(check(of(text('<p>Some <span style="color:#8a1c1c">red</span> words</p>')))).toEqual([]);
    expect(check(of(text('<p>Some <span style="background-color:#ffee00">marked</span> words</p>')))).toEqual([]);
    mended(
      of(
        text('<p><span style="background-color:#ffee00">Words</span></p>', {
          darkColor: "#555555",
          darkBackgroundColor: "#ffffff",
        }),
      ),
    );
    mended({ ...of(text("<p>A</p>")), theme: { dark: { textColor: "#444444" } } });
    mended({ ...of(), theme: { dark: { linkColor: "#223366" } } });
    const off = { ...of(text("<p>Words</p>", { darkColor: "#333333" })), theme: { dark: { enabled: false } } };
    expect(check(off)).toEqual([]);
  });

  it("is looked at for buttons", () => {
    mended(of(button("Go on", "https://e.com", { style: { backgroundColor: "#ffee88" } })));
    mended(of(button("Go on", "https://e.com", { variant: "outline", style: { color: "#cccccc" } })));
    mended({ ...of(button("A story"), button("Another")), theme: { button: { primaryColor: "#ffcc00" } } });
    mended({
      ...of(button("A story", "https://e.com", { variant: "secondary" })),
      theme: { button: { secondaryColor: "#eeeeee" } },
    });
    mended({
      ...of(button("A story", "https://e.com", { variant: "outline" })),
      theme: { button: { outlineColor: "#dddddd" } },
    });
    mended({
      ...of({ ...hero, buttonText: "Go", buttonHref: "https://e.com" } as Part<Block>),
      theme: { dark: { primaryColor: "#eeeeee" } },
    });
  });

  it("is looked at on the ground of columns", () => {
    const on = (content: string, style: object) => {
      const inner: Block = { id: "in", type: "text", content };
      return of({ type: "columns", columns: [[inner], []], style });
    };
    const document = on("<p>Words</p>", { backgroundColor: "#222222" });
    expect(brief(check(document))).toEqual(["warning contrast in"]);
    mended(document);
    const link = '<p><a href="https://e.com">Words</a></p>';
    mended(on(link, { backgroundColor: "#222222" }));
    mended(on(link, { darkBackgroundColor: "#dddddd" }));
    mended(on('<p><span style="color:#333333">Words</span></p>', { darkBackgroundColor: "#dddddd" }));
  });

  it("is enough after every fix", () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
    const style = fc.record(
      { color, backgroundColor: color, darkColor: color, fontSize: fc.constantFrom("14px", "24px") },
      { requiredKeys: [] },
    );
    const spans = fc
      .tuple(color, color)
      .map(
        ([a, b]) =>
          `<p>A <span style="color:${a}">B</span> <strong style="color:${b}">C</strong> <a href="https://e.com">D</a></p>`,
      );
    const block = fc.oneof(
      fc.tuple(spans, style).map(([content, own]) => text(content, own)),
      fc.tuple(spans, style).map(([content, own]) => heading(2, content, own)),
      style.map((own) => button("A story", "https://e.com", { style: own })),
      style.map((own) => ({ ...hero, buttonText: "Go", buttonHref: "https://e.com", style: own }) as Part<Block>),
    );
    const theme = fc.record(
      {
        textColor: color,
        linkColor: color,
        contentBackgroundColor: color,
        dark: fc.record({ textColor: color, linkColor: color }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), theme, (blocks, own) => {
        let document: EmailDocument = { ...of(...blocks), theme: own };
        const open = () => check(document).filter(({ rule, fix }) => rule === "contrast" && fix);
        for (let rounds = 0; rounds < 200 && open().length > 0; rounds++)
          document = open()[0]?.fix?.apply(document) ?? document;
        expect(open()).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("sizes", () => {
  it("are those of UTF-8, and of every block", () => {
    expect(byteLength("aé€😀")).toBe(10);
    const document = of({ type: "columns", columns: [[{ id: "x", type: "text", content: "Words" }], []] });
    const sizes = bytesByBlock(document);
    expect([...sizes.keys()]).toEqual(["b0", "x", "b1"]);
    expect(sizes.get("b0") ?? 0).toBeGreaterThan(sizes.get("x") ?? 0);
  });
});
