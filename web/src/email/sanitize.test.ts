import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeTag } from "./merge-tags";
import { sanitize } from "./sanitize";
import { schemeOf } from "./urls";

const kinds = ["inline", "rich"] as const;
const inline = ["a", "b", "br", "code", "em", "i", "s", "span", "strike", "strong", "sub", "sup", "u"];
const rich = [...inline, "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "li"];
const attributes = new Set(["href", "target", "rel", "style", "dir", "lang", "start"]);
const schemes = new Set(["http", "https", "ftp", "ftps", "mailto", "tel", "callto", "sms", "cid", "xmpp"]);

/** As a browser reads it. */
const read = (html: string) => new DOMParser().parseFromString(html, "text/html");

/** What a browser finds in it that must not be there. */
function dangers(html: string, kind: (typeof kinds)[number]): string[] {
  const document = read(html);
  const allowed = kind === "inline" ? inline : rich;
  const found: string[] = document.head.childNodes.length > 0 ? ["head"] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Element)) {
      found.push("comment");
      continue;
    }
    const name = node.localName;
    if (!allowed.includes(name)) found.push(name);
    for (const { name: key, value } of node.attributes) {
      if (!attributes.has(key)) found.push(`${name} ${key}`);
      if (key === "style" && /url|expression|import|javascript|behaviou?r|[\\<>{}]/i.test(value)) found.push(value);
      const scheme = key === "href" ? schemeOf(value) : null;
      if (scheme !== null && !schemes.has(scheme)) found.push(`${key}=${value}`);
    }
  }
  return found;
}

const tags = [
  "img",
  "svg",
  "a",
  "body",
  "iframe",
  "input",
  "video",
  "details",
  "p",
  "span",
  "math",
  "object",
  "x-y",
  "style",
];
const handlers = [
  "onerror",
  "onload",
  "onclick",
  "ONMOUSEOVER",
  "ontoggle",
  "onfocus autofocus",
  "onanimationstart",
  "onpointerrawupdate",
];
const separators = [" ", "\n", "/", "\t", "\f", "\u0000 "];

const withHandlers = tags.flatMap((tag) =>
  handlers.flatMap((handler) =>
    separators.map((separator) => `<${tag}${separator}src=x ${handler}=alert(1)>text</${tag}>`),
  ),
);

const scripts = [
  "javascript",
  "JaVaScRiPt",
  "vbscript",
  "data",
  "java\nscript",
  "java\tscript",
  "\u0001javascript",
  " javascript",
  "java\u0000script",
  "&#106;avascript",
  "&#x6A;avascript",
  "&#0000106avascript",
  "javascript&colon",
  "java&Tab;script",
  "java&NewLine;script",
  "\u00a0javascript",
  "file",
  "blob",
  "about",
  "ms-its",
  "feed:javascript",
];
const quotes = ['"', "'", ""];
const withSchemes = scripts.flatMap((scheme) =>
  quotes.flatMap((quote) =>
    ["alert(1)", "//example.com/%0aalert(1)", "text/html,<script>alert(1)</script>"].map(
      (rest) => `<a href=${quote}${scheme}:${rest}${quote}>text</a>`,
    ),
  ),
);

const closers = [
  "</p>",
  "</a>",
  "-->",
  "]]>",
  "</style>",
  "</title>",
  "</textarea>",
  "</noscript>",
  "</template>",
  "</svg>",
  "</math>",
  '">',
  "'>",
  "`>",
];
const openers = [
  "<!--",
  "<!-- -->",
  "<![CDATA[",
  "<style>",
  "<title>",
  "<textarea>",
  "<noscript>",
  "<template>",
  "<svg>",
  "<math><mi>",
  "<table><td>",
  "<select><option>",
  "<plaintext>",
  "<xmp>",
  "<?xml ",
  "<!doctype ",
];
const breakouts = openers.flatMap((opener) =>
  closers.flatMap((closer) => [
    `${opener}${closer}<script>alert(1)</script>`,
    `${opener}<img src="${closer}<img src=x onerror=alert(1)>">`,
  ]),
);

const styles = [
  "expression(alert(1))",
  "url(javascript:alert(1))",
  "red;background:url(//e.com)",
  "\\65xpression(1)",
  "red\\3b -moz-binding:url(x)",
  "#fff/**/;behavior:url(x)",
  "var(--x)",
  "red'\"><script>alert(1)</script>",
].flatMap((value) =>
  [
    "color",
    "background-color",
    "background",
    "COLOR",
    "font-family",
    "font-size",
    "text-align",
    "position",
    "-moz-binding",
  ].map((name) => `<span style="${name}:${value}">x</span>`),
);

const odd = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//e.com></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<<script>alert(1)//<</script>",
  "<script",
  "<script>",
  "<a href='javascript:alert(1)'",
  "<img src=x onerror=alert(1)//",
  "<\u0000script>alert(1)</script>",
  "<a\u000bhref=javascript:alert(1)>x</a>",
  "<form action=javascript:alert(1)><button>x</button></form>",
  "<base href=javascript:alert(1)//>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<link rel=stylesheet href=//e.com>",
  "{{ <script>alert(1)</script> }}",
  '{{ a | default("<script>alert(1)</script>") }}',
  '<a href="{{ x }}" onclick=alert(1)>x</a>',
  '<a href="{{ unsubscribe_url }}javascript:alert(1)">x</a>',
  "<a href='&#x09;javascript:alert(1)'>x</a>",
  '<a href=x" onclick=alert(1) y=">x</a>',
  "<a title='><img src=x onerror=alert(1)>'>x</a>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
];

const payloads = [...withHandlers, ...withSchemes, ...breakouts, ...styles, ...odd];

test("there are more than a thousand attacks", () => {
  expect(new Set(payloads).size).toBeGreaterThan(1000);
});

for (const kind of kinds) {
  test(`none of them gets through, ${kind}`, () => {
    const through = payloads.flatMap((payload) => {
      const clean = sanitize(payload, kind);
      const found = dangers(clean, kind);
      return found.length > 0 ? [{ payload, clean, found }] : [];
    });
    expect(through).toEqual([]);
  });

  test(`what was clean stays as it is, ${kind}`, () => {
    const changed = payloads.filter((payload) => {
      const once = sanitize(payload, kind);
      return sanitize(once, kind) !== once;
    });
    expect(changed).toEqual([]);
  });
}

const pieces = fc.constantFrom(
  "<p>",
  "</p>",
  "<strong>",
  "</strong>",
  "<em>",
  "</em>",
  "<ul>",
  "<ol start=3>",
  "<li>",
  "</li>",
  "</ul>",
  "<a href='https://e.com'>",
  "</a>",
  "<h2>",
  "</h2>",
  "<blockquote>",
  "</blockquote>",
  "<br>",
  "<pre>",
  "</pre>",
  "<code>",
  "</code>",
  "<span style='color:#ff0000'>",
  "</span>",
  "<div>",
  "</div>",
  "<table><tr><td>",
  "</td>",
  "<script>",
  "</script>",
  "<!--",
  "-->",
  "&amp;",
  "&lt;",
  "&",
  "<",
  ">",
  '"',
  "'",
  "text",
  " ",
  "ä",
  "👋",
  "{{ subscriber.email }}",
  "{{",
  "}}",
  "\u0000",
  "<img src=x onerror=alert(1)>",
);
const soup = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(""));

test("a reference that stands for nothing is text, the others stay as they were written", () => {
  expect(sanitize("R&D; caf&eacute; &CounterClockwiseContourIntegral; &#228; &#xe4; &nosuch;", "rich")).toBe(
    "R&amp;D; caf&eacute; &CounterClockwiseContourIntegral; &#228; &#xe4; &amp;nosuch;",
  );
});

test("an address keeps its parameters, whatever they are called", () => {
  expect(sanitize('<a href="https://e.com/?a=1&copy=2&region=3&amp;b=4&#38;c=5">x</a>', "inline")).toContain(
    'href="https://e.com/?a=1&amp;copy=2&amp;region=3&amp;b=4&amp;c=5"',
  );
});

test("whatever is thrown in: nothing dangerous, nothing unbalanced, and once is enough", () => {
  fc.assert(
    fc.property(soup, fc.constantFrom(...kinds), (html, kind) => {
      const clean = sanitize(html, kind);
      expect(dangers(clean, kind)).toEqual([]);
      expect(sanitize(clean, kind)).toBe(clean);
      // A browser that builds a tree of it and writes it out again has nothing to put right.
      const tags = (text: string) => text.match(/<\/?[a-z0-9]+/g);
      expect(tags(read(clean).body.innerHTML)).toEqual(tags(clean));
    }),
    { numRuns: 400, endOnFailure: true },
  );
});

test("merge tags stay byte for byte, in text and in links", () => {
  const tricky = [
    "{{ subscriber.first_name }}",
    '{{subscriber.first_name|default("there")}}',
    '{{ subscriber.attributes.größe | default( "a \\"b\\" & c" ) }}',
    mergeTag("newsletter.name"),
  ];
  for (const tag of tricky) {
    expect(sanitize(`<p>Hi ${tag}!</p>`, "rich")).toBe(`<p>Hi ${tag}!</p>`);
    expect(sanitize(`Hi ${tag}`, "inline")).toBe(`Hi ${tag}`);
  }
  expect(sanitize('<a href="{{ unsubscribe_url }}">Go</a>', "inline")).toContain('href="{{ unsubscribe_url }}"');
});

test("what authors write with is kept", () => {
  const kept =
    '<p style="text-align:center"><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e</code></p><ol start="3"><li>x</li></ol><blockquote><p>q</p></blockquote><pre>z</pre>';
  expect(sanitize(kept, "rich")).toBe(kept);
  expect(sanitize("<p>a</p><p>b</p>", "inline")).toBe("a<br>b");
});
