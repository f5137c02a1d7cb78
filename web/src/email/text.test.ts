import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankDocument } from "./factory";
import { mergeTag, splitMergeTags } from "./merge-tags";
import { starters } from "./starters";
import { renderText } from "./text";
import type { Block } from "./types";

type Part<B> = B extends Block ? Omit<B, "id"> : never;
const of = (...parts: Part<Block>[]) =>
  renderText({ ...blankDocument(), blocks: parts.map((part, at) => ({ id: `${at}`, ...part }) as Block) });
const text = (content: string) => of({ type: "text", content });

describe("renderText", () => {
  it("writes every block", () => {
    expect(
      of(
        { type: "heading", level: 1, content: "News &amp; <em>more</em>" },
        { type: "heading", level: 2, content: "Second" },
        { type: "heading", level: 3, content: "Third" },
        { type: "image", src: "https://e.com/a.png", alt: "A hill", href: "https://e.com/hill" },
        { type: "image", src: "https://e.com/a.png", alt: "", decorative: true },
        { type: "button", text: "Read on", href: "{{ archive_url }}", variant: "primary" },
        { type: "divider", thickness: 1 },
        { type: "spacer", height: 4 },
        {
          type: "columns",
          columns: [[{ id: "a", type: "text", content: "<p>Left</p>" }], [{ id: "b", type: "text", content: "Right" }]],
        },
        { type: "social", platforms: { facebook: "https://f.example", twitter: "", mastodon: "https://m.example" } },
        { type: "hero", title: "Big", subtitle: "Small", description: "One\nTwo", buttonText: "Go", buttonHref: "#" },
      ),
    ).toBe(
      [
        "News & more\n===========",
        "Second\n------",
        "Third",
        "A hill (https://e.com/hill)",
        "Read on: {{ archive_url }}",
        "-".repeat(40),
        "Left",
        "Right",
        "Facebook: https://f.example\nMastodon: https://m.example",
        "Big\n===",
        "Small",
        "One\nTwo",
        "Go\n",
      ].join("\n\n"),
    );
  });

  it("writes lists, quotes, code and line breaks", () => {
    expect(
      text(
        "<p>One<br>two</p><ul><li>a</li><li><p>b</p><ol><li>c</li><li>d</li></ol></li><li>e</li></ul><blockquote><p>Said</p><p>so</p></blockquote><pre>x  = 1\n  y</pre>",
      ),
    ).toBe("One\ntwo\n\n- a\n- b\n  1.  c\n  2.  d\n- e\n\n> Said\n\n> so\n\nx  = 1\n  y\n");
  });

  it("writes the character for every reference that HTML knows", () => {
    expect(text("<p>Caf&eacute; &check; R&amp;D &nosuch;</p>")).toContain("Café ✓ R&D &nosuch;");
  });

  it("writes the address of a link unless it is the text", () => {
    expect(
      text(
        '<p><a href="https://e.com/a?b=1&amp;c=2">this</a>, <a href="https://e.com/">e.com</a>, <a href="mailto:a@e.com">a@e.com</a>, <a href="#">none</a></p>',
      ),
    ).toBe("this (https://e.com/a?b=1&c=2), https://e.com/, mailto:a@e.com, none\n");
  });

  it("wraps lines, but neither addresses nor merge tags", () => {
    const url = `https://example.com/${"long-".repeat(30)}`;
    const tag = '{{  subscriber.first_name |\tdefault("somebody &amp; whoever reads this with  some patience") }}';
    const out = text(`<p>${"word ".repeat(40)}${tag} <a href="${url}">x</a> ${"字".repeat(200)}</p>`);
    expect(out).toContain(url);
    // In plain text a character reference would be four characters.
    expect(out).toContain(tag.replace("&amp;", "&"));
    for (const line of out.split("\n"))
      expect(line.length <= 78 || line.includes("{{") || line.includes("https://")).toBe(true);
  });

  it("keeps merge tags byte for byte", () => {
    const path = fc.constantFrom("subscriber.first_name", "archive_url", "subscriber.attributes.größe");
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.lorem(), path, fc.option(fc.lorem()))), (all) => {
        const tags = all.map(([, name, fallback]) => mergeTag(name, fallback));
        const out = text(`<p>${all.map(([words], at) => `${words} ${tags[at]}`).join(" ")}</p>`);
        expect(splitMergeTags(out).flatMap((one) => (typeof one === "string" ? [] : [one.source]))).toEqual(tags);
      }),
    );
  });

  it("writes every starter without markup", () => {
    for (const { document } of starters("https://example.com")) {
      const out = renderText(document);
      expect(out).toContain("{{ unsubscribe_url }}");
      expect(out).not.toMatch(/<[a-z/]|&amp;|&quot;|\n\n\n/);
    }
    expect(of()).toBe("");
  });
});
