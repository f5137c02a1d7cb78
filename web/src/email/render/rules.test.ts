import { expect, test } from "vitest";
import { hostile, hostileVariants } from "../hostile";
import { samples } from "../testing/samples";
import { renderDocument } from "./document";

const all = Object.entries(samples).map(([name, document]) => ({ name, html: renderDocument(document) }));
const read = (html: string) => new DOMParser().parseFromString(html, "text/html");
const style = (element: Element | null) => element?.getAttribute("style") ?? "";

for (const { name, html } of all) {
  test(`${name} keeps the rules that every mail keeps`, () => {
    const page = read(html);
    const root = page.documentElement;
    const article = page.querySelector('[role="article"]');
    const cell = page.querySelector("td.p");
    for (const element of [root, article, cell]) {
      expect(element?.getAttribute("lang")).toBeTruthy();
      expect(element?.getAttribute("dir")).toMatch(/^(ltr|rtl)$/);
    }
    expect(page.title.trim()).not.toBe("");
    for (const meta of ["viewport", "x-apple-disable-message-reformatting", "format-detection", "color-scheme"])
      expect(page.querySelector(`meta[name="${meta}"]`)).not.toBeNull();
    for (const table of page.querySelectorAll("table")) {
      expect(table.getAttribute("role")).toBe("presentation");
      for (const zero of ["cellpadding", "cellspacing", "border"]) expect(table.getAttribute(zero)).toBe("0");
    }
    for (const text of page.querySelectorAll("div:not([data-preheader]), p, h1, h2, h3, h4, h5, h6"))
      expect(style(text)).not.toMatch(/(^|;)padding(?!-inline|-left|-right)/);
    for (const picture of page.querySelectorAll("img")) {
      expect(picture.getAttribute("width")).toMatch(/^\d+$/);
      expect(picture.hasAttribute("alt")).toBe(true);
    }
    for (const link of page.querySelectorAll("a")) {
      expect(link.getAttribute("target")).toBe("_blank");
      expect(link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    }
    // Colours that the Word engine would drop.
    expect(html).not.toMatch(/(?:rgba?|hsla?|var|calc)\(|(?:flex|grid|position|float):/);
    // Nothing is fetched from anybody but the author's own server.
    expect(html).not.toMatch(/(?:src="|url\(|@import)\s*https?:\/\/(?!letterpress\.test)/);
  });

  test(`${name}: what is for Word alone opens and closes, and its tables add up`, () => {
    const opened = html.match(/<!--\[if mso\]>/g)?.length ?? 0;
    const others = html.match(/<!--\[if !mso\]><!-->/g)?.length ?? 0;
    expect(html.match(/(?<!--)<!\[endif\]-->/g)?.length ?? 0).toBe(opened);
    expect(html.match(/<!--<!\[endif\]-->/g)?.length ?? 0).toBe(others);
    // Each shape is as wide as the button that the others see.
    const shapes = [
      ...html.matchAll(/<v:roundrect[^>]*width:(\d+)px[\s\S]*?<!--\[if !mso\]><!--><table[^>]* width="(\d+)"/g),
    ];
    for (const [, shape, button] of shapes) expect(shape).toBe(button);
    expect(shapes.length).toBe(others);
  });
}

test("the frame is the one that is specified: 600 px, white on light grey, 40 px, 20 px on small screens", () => {
  const html = renderDocument({
    ...samples["palette-text"],
    name: "",
    subject: "",
    preheader: "",
    theme: {},
    blocks: [],
  });
  const page = read(html);
  const container = page.querySelector("table.ct");
  expect(style(container)).toContain("max-width:600px");
  expect(container?.getAttribute("bgcolor")).toBe("#ffffff");
  expect(page.querySelector("table.bg")?.getAttribute("bgcolor")).toBe("#f4f4f4");
  expect(style(page.querySelector("td.p"))).toContain("padding:40px");
  expect(html).toContain("@media (max-width:599px){.p{padding:20px!important}");
});

test("the defaults are the specified ones", () => {
  const of = (name: string) =>
    renderDocument(samples[name] ?? { name, subject: "", preheader: "", theme: {}, blocks: [] });
  expect(of("palette-heading")).toMatch(/<h2[^>]*line-height:1\.2[^>]*>New Heading<\/h2>/);
  expect(of("palette-heading")).toContain("padding:0 0 16px");
  expect(of("palette-text")).toMatch(
    /font-family:Arial, Helvetica, sans-serif;font-size:16px;line-height:1\.6;color:#000000/,
  );
  expect(of("palette-button")).toContain("#007bff");
  expect(of("palette-divider")).toContain("border-top:1px solid #e0e0e0");
  expect(of("palette-divider")).toContain("padding:24px 0");
  expect(of("palette-spacer")).toContain('height="24"');
  expect(of("palette-image")).toContain("padding:16px 0");
  expect(of("buttons")).toContain("#6c757d");
  expect(of("buttons")).toContain("2px solid #007bff");
  expect(of("social")).toContain("📘");
  expect(of("social")).toContain("🔗");
});

test("the preheader comes first and is hidden by several means", () => {
  const page = read(
    renderDocument(samples.preheader ?? { name: "", subject: "", preheader: "", theme: {}, blocks: [] }),
  );
  const first = page.body.firstElementChild;
  expect(first?.hasAttribute("data-preheader")).toBe(true);
  for (const means of ["display:none", "max-height:0", "overflow:hidden", "opacity:0", "mso-hide:all"])
    expect(style(first)).toContain(means);
});

test("each hostile program leaves the words", () => {
  for (const { html } of all)
    for (const { id } of hostileVariants) {
      const words = (text: string) =>
        (read(text).querySelector('[role="article"]')?.textContent ?? "").replace(/\s+/g, "");
      // Word's version has the texts of buttons in other elements, in the same order.
      expect(words(hostile(html, id)).length).toBeGreaterThanOrEqual(words(html).length - 2);
    }
});

test("a hundred blocks stay under 80 KB", () => {
  const kinds = ["palette-heading", "palette-text", "palette-button", "palette-image"];
  const blocks = Array.from({ length: 100 }, (_, at) => samples[kinds[at % 4] ?? ""]?.blocks ?? []).flat();
  const html = renderDocument({ name: "", subject: "", preheader: "", theme: {}, blocks });
  expect(new TextEncoder().encode(html).length).toBeLessThan(80 * 1024);
});
