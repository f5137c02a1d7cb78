import { expect, test } from "vitest";
import { importHtml } from "../import";
import { parseDocument } from "../parse";
import { renderDocument } from "../render/document";
import type { Block } from "../types";

/** What matters of blocks, without the ids. */
const bare = (blocks: Block[]): unknown[] =>
  blocks.map(({ id: _, ...rest }) => (rest.type === "columns" ? { ...rest, columns: rest.columns.map(bare) } : rest));

const link = (href: string, text: string) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`;

const design = `<?xml version="1.0"?>
<mjml lang="en">
  <mj-head>
    <mj-title>Spring &amp; summer</mj-title>
    <mj-preview>What is new</mj-preview>
    <mj-font name="Lato" href="https://fonts.example/lato.css" />
    <mj-style>.x { color: red }</mj-style>
    <mj-attributes>
      <mj-all font-family="Georgia, serif" />
      <mj-text color="#333333" font-size="15px" line-height="1.5" />
      <mj-class name="quiet" color="#777777" font-size="12px" />
      <mj-button background-color="#aa0000" border-radius="6px" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#eeeeee" width="640px">
    <mj-section background-color="#ffffff">
      <mj-column><mj-image src="https://example.com/logo.png" alt="Shop" width="120px" href="https://example.com/" align="left" /></mj-column>
    </mj-section>
    <mj-wrapper background-color="#ffffff">
      <mj-section padding="10px">
        <mj-column>
          <mj-text align="center"><h1>Hello {{ subscriber.first_name | default("you") }}</h1><p>First.</p><p>See <a href="https://example.com/a?b=1&amp;c=2">this</a>.</p></mj-text>
          <mj-button href="https://example.com/buy">Buy now</mj-button>
          <mj-divider border-width="1px" border-color="#cccccc" />
          <mj-spacer height="30px" />
        </mj-column>
      </mj-section>
    </mj-wrapper>
    <mj-section background-color="#dfecec" background-url="https://example.com/ground.jpg">
      <mj-column width="66%"><mj-text>Left</mj-text><mj-image src="https://example.com/left.jpg"/></mj-column>
      <mj-column width="34%"><mj-text mj-class="quiet">Right</mj-text></mj-column>
    </mj-section>
    <mj-section background-color="#ffffff"><mj-group>
      <mj-column><mj-text>One</mj-text></mj-column><mj-column><mj-text>Two</mj-text></mj-column>
    </mj-group></mj-section>
    <mj-section background-color="#ffffff">
      <mj-column>
        <mj-social><mj-social-element name="facebook-noshare" href="https://example.com/f">Us</mj-social-element>
          <mj-social-element name="x" href="https://example.com/x" /><mj-social-element name="web" /></mj-social>
        <mj-navbar><mj-navbar-link href="https://example.com/n1">News</mj-navbar-link><mj-navbar-link href="https://example.com/n2">Shop</mj-navbar-link></mj-navbar>
        <mj-table><tr><td>Tea</td><td>3 €</td></tr></mj-table>
        <mj-accordion><mj-accordion-element><mj-accordion-title>Why?</mj-accordion-title><mj-accordion-text>Because.</mj-accordion-text></mj-accordion-element></mj-accordion>
        <mj-carousel><mj-carousel-image src="https://example.com/c1.jpg" /><mj-carousel-image src="https://example.com/c2.jpg" /></mj-carousel>
        <mj-raw><p>Raw words</p></mj-raw>
        <mj-chart value="3" />
        <mj-note>Kept words</mj-note>
        <mj-include path="./footer.mjml" />
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`;

test("a design in MJML becomes blocks, its colours and fonts included", () => {
  const { document } = importHtml(design);
  expect(document).toMatchObject({ name: "Spring & summer", subject: "Spring & summer", preheader: "What is new" });
  expect(document.theme).toEqual({
    backgroundColor: "#eeeeee",
    contentBackgroundColor: "#eeeeee",
    contentWidth: 640,
    fontFamily: "Georgia, serif",
    headingFontFamily: "Georgia, serif",
    fontSize: 15,
    lineHeight: 1.5,
    textColor: "#333333",
    headingColor: "#333333",
  });
  const white = { padding: "20px", backgroundColor: "#ffffff" };
  const text = (content: string, style?: object) => ({ type: "text", content, ...(style ? { style } : {}) });
  const picture = (name: string) => ({ type: "image", src: `https://example.com/${name}.jpg`, alt: "" });
  expect(bare(document.blocks)).toEqual([
    {
      type: "columns",
      style: white,
      columns: [
        [
          {
            type: "image",
            src: "https://example.com/logo.png",
            alt: "Shop",
            width: 120,
            href: "https://example.com/",
            style: { textAlign: "left" },
          },
        ],
      ],
    },
    {
      type: "columns",
      style: white,
      columns: [
        [
          {
            type: "heading",
            level: 1,
            content: 'Hello {{ subscriber.first_name | default("you") }}',
            style: { textAlign: "center" },
          },
          text(
            `<p style="text-align:center">First.</p><p style="text-align:center">See ${link("https://example.com/a?b=1&amp;c=2", "this")}.</p>`,
          ),
          {
            type: "button",
            text: "Buy now",
            href: "https://example.com/buy",
            variant: "primary",
            style: { backgroundColor: "#aa0000", color: "#ffffff", borderRadius: "6px", textAlign: "center" },
          },
          { type: "divider", thickness: 1, style: { color: "#cccccc" } },
          { type: "spacer", height: 30 },
        ],
      ],
    },
    {
      type: "columns",
      style: { padding: "20px", backgroundColor: "#dfecec" },
      widths: [66, 34],
      columns: [[text("<p>Left</p>"), picture("left")], [text("<p>Right</p>", { color: "#777777", fontSize: "12px" })]],
    },
    { type: "columns", style: white, stack: false, columns: [[text("<p>One</p>")], [text("<p>Two</p>")]] },
    {
      type: "columns",
      style: white,
      columns: [
        [
          {
            type: "social",
            platforms: { facebook: "https://example.com/f", twitter: "https://example.com/x" },
            display: "both",
          },
          text(`<p>${link("https://example.com/n1", "News")} ${link("https://example.com/n2", "Shop")}</p>`),
          text("<p>Tea</p><p>3 €</p>"),
          text("<p><strong>Why?</strong></p>"),
          text("<p>Because.</p>"),
          picture("c1"),
          picture("c2"),
          text("<p>Raw words</p>"),
          text("<p>Kept words</p>"),
        ],
      ],
    },
  ]);
});

test("the report of a design in MJML counts what came, what changed, and what is lost", () => {
  const { report } = importHtml(design);
  const of = (kind: string) => report.filter((line) => line.kind === kind).map(({ what }) => what);
  expect(of("converted").sort()).toEqual(
    [
      "1 button",
      "1 divider",
      "1 heading",
      "1 row of social links",
      "1 spacer",
      "11 texts",
      "4 pictures",
      "5 rows of columns",
    ].sort(),
  );
  expect(of("approximated").sort()).toEqual(
    [
      "1 accordion, now always open",
      "1 share button, now a link to what it shares",
      "1 carousel, its images now stacked",
      "1 unknown component (mj-note), its content kept",
      "1 navigation bar, now a line of links",
      "1 table row, its cells now stacked",
      "1 section with its own padding, now with this email's spacing",
    ].sort(),
  );
  expect(of("skipped").sort()).toEqual(
    [
      "1 unknown component (mj-chart)",
      "1 web font (mj-font)",
      "1 part in another file (mj-include)",
      "1 background image",
      "1 social link without an address",
      "1 style sheet (mj-style)",
    ].sort(),
  );
});

test("sections that share one ground need no frame, and a part of a design is read too", () => {
  const { document, report } = importHtml(
    `<mj-section background-color="#fff"><mj-column><mj-text>Alone</mj-text></mj-column></mj-section>`,
  );
  expect(bare(document.blocks)).toEqual([{ type: "text", content: "<p>Alone</p>" }]);
  expect(document.theme).toEqual({ contentBackgroundColor: "#ffffff" });
  expect(report).toEqual([{ kind: "converted", what: "1 text" }]);
});

test("more than four columns stand in several rows, in their order", () => {
  const column = (name: string) => `<mj-column><mj-text>${name}</mj-text></mj-column>`;
  const { document } = importHtml(
    `<mjml><mj-body><mj-section>${[..."abcde"].map(column).join("")}</mj-section></mj-body></mjml>`,
  );
  expect(document.blocks.map((block) => (block.type === "columns" ? block.columns.length : 0))).toEqual([3, 2]);
  expect(renderDocument(document)).toMatch(/>a<[\s\S]*>b<[\s\S]*>c<[\s\S]*>d<[\s\S]*>e</);
});

test("what comes from MJML is what the server takes, and hostile addresses stay out", () => {
  const { document } = importHtml(
    `${design}<mj-section><mj-column><mj-button href="javascript:alert(1)">x</mj-button><mj-image src="javascript:alert(1)"/><mj-text><script>alert(1)</script>ok</mj-text></mj-column></mj-section>`,
  );
  const { problems, document: back } = parseDocument(document);
  expect(problems).toEqual([]);
  expect(back).toEqual(document);
  expect(JSON.stringify(document)).not.toMatch(/javascript|alert/);
});
