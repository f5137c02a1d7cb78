import { describe, expect, it } from "vitest";
import { contrast, hexOf } from "../colors";
import { blankDocument } from "../factory";
import { textWidth } from "../metrics";
import { defaultTheme } from "../theme";
import type { Block, ThemeOverrides } from "../types";
import { renderDocument } from "./document";

function mail(blocks: Block[], theme: ThemeOverrides = {}): Document {
  const html = renderDocument({ ...blankDocument(), subject: "Subject", blocks, theme });
  return new DOMParser().parseFromString(html, "text/html");
}

const one = (document: Document, selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

describe("widths", () => {
  it("lets a button shrink, for a width in px would push the mail out of a phone", () => {
    const document = mail([
      { id: "a", type: "button", text: "Read", href: "https://a.test", variant: "primary", fullWidth: true },
    ]);
    const table = one(document, "a[href='https://a.test']").closest("table");
    expect(table?.style.width).toBe("100%");
    expect(table?.style.maxWidth).toBe("520px");
  });

  it("measures fonts by their own letters, narrow ones included", () => {
    // Ten letters of a typewriter are six em, whichever they are.
    expect(textWidth("illiilliil", 10, false, "'Courier New', monospace")).toBeGreaterThanOrEqual(60);
    // Advance widths of Verdana: t 394, i 274, l 274, e 596 of 1000.
    expect(textWidth("title", 1000, false, "Verdana, sans-serif")).toBeGreaterThanOrEqual(1932);
    expect(textWidth("title", 1000, false, "Georgia, serif")).toBeGreaterThanOrEqual(1759);
    expect(textWidth("e\u0301", 1000, false, "Arial")).toBe(textWidth("e", 1000, false, "Arial"));
  });
});

describe("pictures", () => {
  const image = (more: Partial<Block> = {}): Block =>
    ({ id: "a", type: "image", src: "https://a.test/a.png", alt: "A", ...more }) as Block;
  const inColumn = (block: Block): Block => ({ id: "c", type: "columns", columns: [[block], []] });

  it.each([
    [600, "600px"],
    [80, "80px"],
    [undefined, ""],
  ])("of %s px have no more than the column, but may grow where columns stand below one another", (width, most) => {
    const picture = one(mail([inColumn(image(width ? { width } : {}))]), "img");
    expect(picture.getAttribute("width")).toBe(String(Math.min(width ?? 252, 252)));
    expect([picture.style.width, picture.style.maxWidth]).toEqual(["100%", most]);
  });

  it("have the round corners of their block, inside its border", () => {
    const radius = (style: object) => one(mail([image({ style })]), "img").style.borderRadius;
    expect(radius({ borderRadius: "12px" })).toBe("12px");
    expect(radius({ borderRadius: "12px", border: "2px solid #000000" })).toBe("10px");
    expect(radius({})).toBe("");
  });

  it("that are not shown say what they are, readable on light ground and dark", () => {
    const sheet = (document: Document) =>
      [...document.querySelectorAll("style")].map((style) => style.textContent).join("");
    const plain = mail([image()]);
    expect(one(plain, "img").className).toBe("tx");
    expect(contrast(hexOf(one(plain, "img").style.color) ?? "", "#ffffff")).toBeGreaterThanOrEqual(4.5);
    const own = mail([image({ style: { backgroundColor: "#101010", darkBackgroundColor: "#fafafa" } })]);
    expect(contrast(hexOf(one(own, "img").style.color) ?? "", "#101010")).toBeGreaterThanOrEqual(4.5);
    const name = one(own, "img").className;
    const dark = new RegExp(`\\.${name}\\.${name}\\{color:(#[0-9a-f]{6})`).exec(sheet(own))?.[1] ?? "";
    expect(contrast(dark, "#fafafa")).toBeGreaterThanOrEqual(4.5);
  });
});

it("keeps the room between columns that stay side by side on phones", () => {
  const columns = (stack: boolean): Block => ({ id: "c", type: "columns", columns: [[], []], stack });
  expect(mail([columns(true)]).querySelectorAll("td.g").length).toBe(2);
  expect(mail([columns(false)]).querySelectorAll("td.g").length).toBe(0);
});

describe("alignment", () => {
  const image = (textAlign: "left" | "center" | "right"): Block => ({
    id: "a",
    type: "image",
    src: "https://a.test/a.png",
    alt: "",
    width: 200,
    style: { textAlign },
  });

  it.each([
    ["left", "0px auto 0px 0px"],
    ["center", "0px auto"],
    ["right", "0px 0px 0px auto"],
  ] as const)("puts a picture %s", (align, margin) => {
    const style = one(mail([image(align)]), "img").style;
    expect([style.marginLeft, style.marginRight]).toEqual(
      margin === "0px auto" ? ["auto", "auto"] : align === "left" ? ["0px", "auto"] : ["auto", "0px"],
    );
  });

  it("indents lists and quotes from where the mail's text begins", () => {
    const text: Block = { id: "a", type: "text", content: "<ul><li>a</li></ul><blockquote>b</blockquote>" };
    expect(one(mail([text]), "ul").style.marginLeft).toBe("24px");
    const rtl = mail([text], { dir: "rtl" });
    expect(one(rtl, "ul").style.marginRight).toBe("24px");
    expect(one(rtl, "blockquote").style.borderRightWidth).toBe("3px");
  });

  it("keeps the lines of a list together", () => {
    const list = "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>";
    const document = mail([{ id: "a", type: "text", content: list }]);
    expect(one(document, "li p").style.marginBottom).toBe("0px");
    expect(one(document, "li ul").style.marginBottom).toBe("0px");
  });
});

it("leaves a picture without an address out, and columns without a column", () => {
  const html = renderDocument({
    ...blankDocument(),
    blocks: [
      { id: "a", type: "image", src: "javascript:alert(1)", alt: "x" },
      { id: "b", type: "columns", columns: [] },
    ],
  });
  expect(html).not.toContain("<img");
  const balance = (html.match(/<table/g) ?? []).length - (html.match(/<\/table>/g) ?? []).length;
  expect(balance).toBe(0);
});

it("keeps a button's own colours in a coloured block on dark ground", () => {
  const html = renderDocument({
    ...blankDocument(),
    blocks: [
      {
        id: "a",
        type: "hero",
        title: "Title",
        description: "Text",
        buttonText: "Go",
        buttonHref: "https://a.test",
        style: { color: "#123456", backgroundColor: "#ffeecc" },
      },
    ],
  });
  const dark = html.slice(html.indexOf("prefers-color-scheme:dark"), html.indexOf("[data-ogsc]"));
  const links = dark.search(/\.d\d+ a\{/);
  expect(links).toBeGreaterThan(0);
  expect(dark.indexOf(".bp a{")).toBeGreaterThan(links);
});

describe("colours that a text brings along", () => {
  const text = (content: string, style = {}): Block => ({ id: "a", type: "text", content, style });

  it("stay readable on dark ground", () => {
    const document = mail([text('<p>a <span style="color:#222222">b</span></p>')]);
    const [name] = one(document, "span").classList;
    const sheet = [...document.querySelectorAll("style")].map((style) => style.textContent).join("");
    const dark = new RegExp(`\\.${name}\\.${name}\\{color:(#[0-9a-f]{6})`).exec(sheet)?.[1] ?? "";
    expect(contrast(dark, defaultTheme.dark.contentBackgroundColor)).toBeGreaterThanOrEqual(4.5);
  });

  it("leave a link readable on the block's own ground", () => {
    const document = mail([text('<p><a href="https://a.test">b</a></p>', { backgroundColor: "#000000" })]);
    expect(contrast(hexOf(one(document, "a").style.color) ?? "", "#000000")).toBeGreaterThanOrEqual(4.5);
  });

  it("never make the style sheet larger than Gmail reads", () => {
    const hex = (at: number) => `#${(at * 40_503).toString(16).padStart(6, "0").slice(-6)}`;
    const many = Array.from({ length: 300 }, (_, at) =>
      text(`<span style="color:${hex(at + 400)}">b</span>`, { color: hex(at), backgroundColor: hex(at + 900) }),
    );
    const sheets = [...mail(many).querySelectorAll("style")].map((style) => style.textContent.length);
    expect(sheets.reduce((sum, length) => sum + length, 0)).toBeLessThan(16 * 1024);
  });
});
