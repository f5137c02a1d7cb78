import { createBlock } from "../factory";
import { starters } from "../starters";
import { type Block, blockTypes, type EmailDocument } from "../types";

const origin = "https://letterpress.test";
const mail = (blocks: Block[], over: Partial<EmailDocument> = {}): EmailDocument => ({
  name: "Sample",
  subject: "Sample",
  preheader: "",
  theme: {},
  blocks,
  ...over,
});

/** The same each time. */
function block<Type extends Block["type"]>(type: Type, over: Partial<Block> = {}): Block {
  return { ...createBlock(type, origin), id: type, ...over } as Block;
}

const picture = `${origin}/images/placeholder-600x300.png`;
const child = (content: string): Block => ({ id: "child", type: "text", content });
const nasty = '"quoted" <b> & --> <![endif]--> ]> {{ subscriber.first_name | default("you") }} שלום 👋';

/** Mails that show each block as the palette makes it, with its options, and with what breaks careless markup. */
export const samples: Record<string, EmailDocument> = {
  ...Object.fromEntries(blockTypes.map((type) => [`palette-${type}`, mail([block(type)])])),
  headings: mail(
    [1, 2, 3, 4, 5, 6].map((level) =>
      block("heading", { level, content: `Level ${level}`, style: {} } as Partial<Block>),
    ),
  ),
  "heading-styled": mail([
    block("heading", {
      content: 'A <em>styled</em> heading for {{ subscriber.first_name | default("you") }}',
      style: { textAlign: "center", color: "#8a3a22", backgroundColor: "#f6f1e7", padding: "16px", fontSize: "36px" },
    } as Partial<Block>),
  ]),
  "text-rich": mail([
    block("text", {
      content:
        '<h2>In the text</h2><p style="text-align:justify"><strong>b</strong> <em>i</em> <u>u</u> <s>s</s> <code>c</code> <span style="color:#b00020">red</span> <a href="https://example.com/?a=1&amp;b=2">link</a></p><ul><li><p>one</p></li><li>two<ol start="3"><li>three</li></ol></li></ul><blockquote><p>quote</p></blockquote><pre>code\nblock</pre>',
    } as Partial<Block>),
  ]),
  "image-linked": mail([
    block("image", {
      src: picture,
      alt: nasty,
      width: 300,
      height: 150,
      href: "https://example.com/",
    } as Partial<Block>),
    block("image", {
      src: picture,
      alt: "",
      decorative: true,
      width: null,
      style: { textAlign: "left" },
    } as Partial<Block>),
  ]),
  buttons: mail([
    block("button", { variant: "secondary", text: "Second" } as Partial<Block>),
    block("button", { variant: "outline", text: "Outlined", style: { textAlign: "center" } } as Partial<Block>),
    block("button", { fullWidth: true, text: nasty, href: "{{ unsubscribe_url }}" } as Partial<Block>),
    block("button", { width: 120, text: "A text that is longer than its button is wide" } as Partial<Block>),
    block("button", {
      href: "javascript:alert(1)",
      style: { backgroundColor: "#26623f", borderRadius: "0" },
    } as Partial<Block>),
  ]),
  columns: mail([
    block("columns", { columns: [[child("<p>one</p>")], [child("<p>two</p>")]] } as Partial<Block>),
    block("columns", {
      columns: [[child("<p>a</p>")], [child("<p>b</p>")], [child("<p>c</p>")]],
      widths: [50, 25, 25],
      gap: 24,
      verticalAlign: "middle",
    } as Partial<Block>),
    block("columns", { columns: [[child("<p>x</p>")], [child("<p>y</p>")]], stack: false, gap: 0 } as Partial<Block>),
    block("columns", { columns: [[], [], [], [child("<p>last</p>")]] } as Partial<Block>),
  ]),
  social: mail(
    (["emoji", "names", "both"] as const).map((display) =>
      block("social", {
        platforms: { facebook: "https://example.com/f", mastodon: "https://example.com/m", twitter: "" },
        display,
      } as Partial<Block>),
    ),
  ),
  heroes: mail([
    block("hero", {
      title: nasty,
      subtitle: "",
      description: "One\ntwo",
      style: { backgroundColor: "#dfecec", padding: "32px" },
    } as Partial<Block>),
    block("hero-image", { imageSrc: picture, imagePosition: "left", imageAlt: "A picture" } as Partial<Block>),
  ]),
  "right-to-left": mail(
    [
      block("text", { content: "<p>שלום</p><ul><li>אחד</li></ul>" } as Partial<Block>),
      block("columns", { columns: [[child("<p>א</p>")], [child("<p>ב</p>")]] } as Partial<Block>),
    ],
    { theme: { dir: "rtl", lang: "he" } },
  ),
  "light-only": mail([block("text"), block("button")], { theme: { dark: { enabled: false } } }),
  preheader: mail([block("text")], { subject: nasty, preheader: nasty }),
  ...Object.fromEntries(starters(origin).map(({ id, document }) => [`starter-${id}`, document])),
};
