import { expect, test, vi } from "vitest";
import { disarm, fill, openMailWindow, SANDBOX, SHEET } from "./mail-sheet";

const read = (html: string) => {
  const mail = new DOMParser().parseFromString(html, "text/html");
  disarm(mail);
  return mail;
};

const hostile = [
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  '<svg><a xlink:href="javascript:alert(1)"><animate attributeName="href" values="javascript:alert(1)"/><text>x</text></a></svg>',
  '<a href="java\u0009script:alert(1)">x</a>',
  '<a href="  JavaScript:alert(1)" ping="https://evil.example/">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<base href="https://evil.example/"><form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<link rel="stylesheet" href="https://evil.example/x.css"><input autofocus onfocus="alert(1)">',
];

test.each(hostile)("nothing that could run comes through: %s", (bad) => {
  const mail = read(`<body onload="alert(1)">${bad}<a href="https://example.com/">y</a></body>`);
  expect(
    mail.querySelector("script, noscript, iframe, object, embed, base, link, animate, meta[http-equiv]"),
  ).toBeNull();
  const attributes = [...mail.querySelectorAll("*")].flatMap((element) => [...element.attributes]);
  expect(attributes.filter(({ name }) => /^on|^ping$|^autofocus$/.test(name))).toEqual([]);
  const addresses = attributes.map(({ value }) => value.replace(/[\s\0-\x20]/g, "").toLowerCase());
  expect(addresses.filter((value) => /^(javascript:|data:text\/html)/.test(value))).toEqual([]);
});

test("links open in tabs that know nothing of this one, whatever they say; those inside the mail stay", () => {
  const mail = read(
    '<a href="https://a.example/" target="_top" rel="opener">a</a><map><area href="https://b.example/" target="app"></map><a href="#there" target="_top">c</a>',
  );
  const links = [...mail.querySelectorAll("[href]")];
  expect(links.map((link) => [link.getAttribute("target"), link.getAttribute("rel")])).toEqual([
    ["_blank", "noopener noreferrer"],
    ["_blank", "noopener noreferrer"],
    [null, null],
  ]);
});

test("a mail keeps its styles, its language and its direction", () => {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const mail =
    '<html lang="ar" dir="rtl"><head><title>T</title><style>p{color:red}</style></head><body style="margin:0"><p style="color:blue">x</p>';
  fill(frame, mail, (page) => page.body.append("more"));
  const sheet = frame.contentDocument;
  expect(sheet?.documentElement.lang).toBe("ar");
  expect(sheet?.documentElement.dir).toBe("rtl");
  expect(sheet?.querySelector("style")?.textContent).toBe("p{color:red}");
  expect(sheet?.querySelector("p")?.style.color).toBe("blue");
  expect(sheet?.body.textContent).toBe("xmore");
  fill(frame, "<p>Another</p>");
  expect(sheet?.body.textContent).toBe("Another");
});

test("a frame may be written into and run nothing", () => {
  expect(SANDBOX).not.toMatch(/scripts|forms|top-navigation|modals|downloads/);
});

test("a window of its own holds such a frame and nothing else", () => {
  const page = document.implementation.createHTMLDocument();
  const opened = { opener: window, document: page, close: vi.fn() };
  vi.spyOn(window, "open").mockReturnValue(opened as unknown as Window);
  openMailWindow()?.show("<p>x</p>");
  expect(opened.opener).toBeNull();
  const [frame, ...more] = page.body.children;
  expect(more).toEqual([]);
  expect(frame?.getAttribute("sandbox")).toBe(SANDBOX);
  expect(frame?.getAttribute("src")).toBe(new URL(SHEET, location.href).href);
});
