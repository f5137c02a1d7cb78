import fc from "fast-check";
import type { Block, EmailDocument } from "@/email/types";

/** Texts that break what is written without care. */
const text = fc.oneof(
  fc.constantFrom(
    "",
    "Hello",
    '"quoted" & <b>bold</b>',
    "-->",
    "<![endif]-->",
    "]>",
    "{{ subscriber.first_name }}",
    '{{ a | default("x") }}',
    "{{",
    "שלום",
    "👋🏽",
    "<script>alert(1)</script>",
    "a".repeat(120),
    "x\u0000y",
    "</td></tr></table>",
  ),
  fc.string({ maxLength: 30 }),
);
const url = fc.oneof(
  fc.constantFrom(
    "",
    "#",
    "https://e.com/?a=1&b=2",
    "javascript:alert(1)",
    "{{ unsubscribe_url }}",
    'https://e.com/"><img onerror=x>',
    "mailto:a@e.com",
    "data:text/html,x",
    "//e.com",
  ),
  fc.string({ maxLength: 20 }),
);
const number = fc.oneof(fc.integer({ min: -5, max: 3000 }), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0.5));
const color = fc.constantFrom(
  "#ff0000",
  "#abc",
  "red",
  "rgb(1, 2, 3)",
  "expression(1)",
  "transparent",
  "",
  "#12345",
  'red"><b>',
);
const length = fc.constantFrom(
  "0",
  "16px",
  "8px 16px",
  "auto",
  "16px auto",
  "calc(1px)",
  '1px" x="',
  "99999px",
  "1px 2px 3px 4px",
);

const style = fc.record(
  {
    textAlign: fc.constantFrom("left", "center", "right", "justify"),
    color,
    backgroundColor: color,
    fontSize: length,
    fontFamily: fc.constantFrom("Georgia, serif", "'Times New Roman', serif", 'x";}', "a{b}"),
    margin: length,
    padding: length,
    borderRadius: length,
    border: fc.constantFrom("1px solid #000000", "x", "2px dashed #abc"),
    darkColor: color,
    darkBackgroundColor: color,
  },
  { requiredKeys: [] },
);

const fields = {
  heading: { content: text, level: fc.constantFrom(1, 2, 3, 4, 5, 6, 9, -1) },
  text: { content: text.map((inner) => `<p>${inner}</p>`) },
  image: { src: url, alt: text, width: fc.option(number), height: fc.option(number), href: url },
  button: {
    text,
    href: url,
    variant: fc.constantFrom("primary", "secondary", "outline"),
    width: fc.option(number),
    fullWidth: fc.boolean(),
  },
  divider: { thickness: number },
  spacer: { height: number },
  social: {
    platforms: fc.dictionary(
      fc.constantFrom("facebook", "twitter", "instagram", "linkedin", "youtube", "mastodon", '"x'),
      url,
    ),
    display: fc.constantFrom("emoji", "names", "both"),
  },
  hero: { title: text, subtitle: text, description: text, buttonText: text, buttonHref: url },
  "hero-image": {
    title: text,
    subtitle: text,
    description: text,
    imageSrc: url,
    imageAlt: text,
    imagePosition: fc.constantFrom("left", "right"),
    buttonText: text,
    buttonHref: url,
  },
};

let count = 0;
const simple: fc.Arbitrary<Block> = fc.oneof(
  ...(Object.entries(fields) as [string, Record<string, fc.Arbitrary<unknown>>][]).map(([type, own]) =>
    fc
      .record({ type: fc.constant(type), style, ...own })
      .map((block) => ({ id: `b${count++}`, ...block }) as unknown as Block),
  ),
);
const columns = fc
  .record({
    columns: fc.array(fc.array(simple, { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
    gap: number,
    stack: fc.boolean(),
    verticalAlign: fc.constantFrom("top", "middle", "bottom"),
    widths: fc.option(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 })),
    style,
  })
  .map((block) => ({ id: `b${count++}`, type: "columns" as const, ...block }) as unknown as Block);

/** Any mail, sound or not, as an API or a file may bring it. */
export const anyDocument: fc.Arbitrary<EmailDocument> = fc.record({
  name: text,
  subject: text,
  preheader: text,
  blocks: fc.array(fc.oneof({ weight: 5, arbitrary: simple }, { weight: 1, arbitrary: columns }), { maxLength: 8 }),
  theme: fc.record(
    {
      textColor: color,
      backgroundColor: color,
      fontFamily: fc.constantFrom("Arial", 'x"'),
      dir: fc.constantFrom("ltr", "rtl"),
      lang: fc.constantFrom("en", "he", '"x'),
      contentWidth: fc.constantFrom(600, 480, 9999),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<EmailDocument["theme"]>,
});
