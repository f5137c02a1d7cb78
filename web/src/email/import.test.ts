import { describe, expect, it } from "vitest";
import { htmlToBlocks, importHtml } from "./import";
import { renderDocument } from "./render/document";
import { starters } from "./starters";
import type { Block } from "./types";

/** What matters of blocks, without the ids. */
const bare = (blocks: Block[]) => blocks.map(({ id: _, ...rest }) => rest);
const text = (content: string) => ({ type: "text", content });

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; mso-style-name:"x"} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1><span lang=EN-US style='mso-ansi-language:EN-US'>Spring&nbsp;&nbsp;news<o:p></o:p></span></h1>
<p class=MsoNormal style='mso-margin-top-alt:auto'>Some <b style='mso-bidi-font-weight:normal'>bold</b> and
<span style='font-size:11.0pt;font-family:"Calibri",sans-serif;color:#C00000'>red</span> text.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><!--[if !supportLists]--><span
style='mso-list:Ignore'>o<span>&nbsp;</span></span><!--[endif]-->Inner</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>Second</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>One</p>
<p class=MsoNormal align=center style='text-align:center'>Centred</p>
<!--EndFragment--></body></html>`;

const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f2e3d4c-7fff"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;">A title</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;color:#000000;font-weight:700;text-decoration:none;">Bold</span><span style="font-weight:400;">, </span><span style="font-style:italic;">slanted</span><span> and </span><a href="https://example.com/x" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">a link</span></a></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Item</span></p></li></ul></b><br class="Apple-interchange-newline">`;

describe("importHtml", () => {
  it("reads its own exports without loss", () => {
    for (const { document } of starters("https://example.com")) {
      const { document: back, report } = importHtml(renderDocument(document, { embed: true }));
      expect(back).toEqual(document);
      expect(report).toEqual([{ kind: "converted", what: "The whole email, as exported" }]);
    }
  });

  it("reads the HTML itself when what it carries is damaged", () => {
    for (const damage of ["<!--letterpress:@@@-->", "<!--letterpress:e30", "<!--letterpress:eyJ4-->"]) {
      const { document } = importHtml(`<p>Hello</p>${damage}`);
      expect(bare(document.blocks)).toEqual([text("<p>Hello</p>")]);
    }
  });

  it("reads a mail that was laid out in tables", () => {
    const { document, report } =
      importHtml(`<!doctype html><html><head><title>Our mail &amp; more</title><style>td{}</style></head>
      <body bgcolor="#eee"><div style="display:none;max-height:0">See inside &zwnj;&nbsp;&zwnj;&nbsp;</div>
      <table width="600"><tr><td align="center"><a href="https://example.com/"><img src="https://example.com/logo.png" alt="Shop" width="120"></a></td></tr>
      <tr><td><h1>Hello {{ subscriber.first_name | default("you") }}</h1><p>First.</p><p>Second.</p></td></tr>
      <tr><td><table><tr><td bgcolor="#aa0000" style="padding:12px 20px;border-radius:6px"><a href="https://example.com/buy" style="color:#ffffff">Buy now</a></td></tr></table></td></tr>
      <tr><td>Left</td><td>Right</td></tr><tr><td><hr></td></tr>
      <tr><td><a href="https://example.com/b" style="background:#003366;padding:8px;color:#fff">Second button</a></td></tr>
      </table><img src="https://example.com/open.gif" width="1" height="1"><img src="data:image/png;base64,AAAA"><iframe src="x"></iframe></body></html>`);
    expect(document.subject).toBe("Our mail & more");
    expect(document.preheader).toBe("See inside");
    expect(bare(document.blocks)).toEqual([
      { type: "image", src: "https://example.com/logo.png", alt: "Shop", width: 120, href: "https://example.com/" },
      { type: "heading", level: 1, content: 'Hello {{ subscriber.first_name | default("you") }}' },
      text("<p>First.</p><p>Second.</p>"),
      {
        type: "button",
        text: "Buy now",
        href: "https://example.com/buy",
        variant: "primary",
        style: { backgroundColor: "#aa0000", color: "#ffffff", borderRadius: "6px" },
      },
      text("<p>Left</p><p>Right</p>"),
      { type: "divider", thickness: 1, style: { color: "#e0e0e0" } },
      {
        type: "button",
        text: "Second button",
        href: "https://example.com/b",
        variant: "primary",
        style: { backgroundColor: "#003366", color: "#ffffff" },
      },
    ]);
    expect(report).toEqual([
      { kind: "converted", what: "1 image" },
      { kind: "converted", what: "1 heading" },
      { kind: "converted", what: "2 texts" },
      { kind: "converted", what: "2 buttons" },
      { kind: "converted", what: "1 divider" },
      { kind: "approximated", what: "1 table row, its cells now stacked" },
      { kind: "skipped", what: "1 element emails can't show (iframe)" },
      { kind: "skipped", what: "1 invisible tracking image" },
      { kind: "skipped", what: "1 image that isn't on the web" },
    ]);
  });
});

describe("htmlToBlocks", () => {
  it("cleans what Word copies", () => {
    expect(bare(htmlToBlocks(word))).toEqual([
      { type: "heading", level: 1, content: "Spring news" },
      text(
        '<p>Some <strong>bold</strong> and <span style="color:#c00000">red</span> text.</p><ul><li>First<ul><li>Inner</li></ul></li><li>Second</li></ul><ol><li>One</li></ol><p style="text-align:center">Centred</p>'.replaceAll(
          "strong>",
          "b>",
        ),
      ),
    ]);
  });

  it("cleans what Google Docs copies", () => {
    const link = '<a href="https://example.com/x" target="_blank" rel="noopener noreferrer nofollow">a link</a>';
    expect(bare(htmlToBlocks(docs))).toEqual([
      { type: "heading", level: 2, content: "A title" },
      text(
        `<p><strong>Bold</strong>, <em>slanted</em> and ${link}</p><ul><li dir="ltr"><p dir="ltr">Item</p></li></ul>`,
      ),
    ]);
  });

  it("keeps links in text as text, merge tags byte for byte, and lets no script through", () => {
    const tag = "{{ subscriber.first_name | default(&quot;a  &amp; b&quot;) }}";
    const [block] = htmlToBlocks(
      `Dear ${tag}, <a href="{{ archive_url }}">read <b>this</b></a><script>alert(1)</script><p onclick="x()">ok</p><a href="javascript:x">no</a>`,
    );
    if (block?.type !== "text") throw new Error("no text");
    expect(block.content).toContain(tag);
    expect(block.content).toContain('href="{{ archive_url }}"');
    expect(block.content).not.toMatch(/script|onclick/);
  });

  it("gives a picture the link around it and text beside it a paragraph", () => {
    expect(
      bare(htmlToBlocks('<p>Before <a href="https://e.com"><img src="https://e.com/a.png" alt="A"></a> after</p>')),
    ).toEqual([
      text("<p>Before</p>"),
      { type: "image", src: "https://e.com/a.png", alt: "A", href: "https://e.com" },
      text("<p>after</p>"),
    ]);
  });

  it("survives depth, size and nonsense", () => {
    for (const html of [
      "<div>".repeat(50_000),
      "<b><i><p>".repeat(20_000),
      "<".repeat(200_000),
      "<!--".repeat(50_000),
      "<a href='".repeat(50_000),
      "<table><tr><td>".repeat(20_000),
      '<a href="https://e.com">x</a> '.repeat(10_000),
      "&nbsp;".repeat(100_000),
    ])
      expect(Array.isArray(htmlToBlocks(html))).toBe(true);
  });
});
