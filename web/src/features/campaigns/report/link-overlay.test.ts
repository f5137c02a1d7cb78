import { expect, test } from "vitest";
import { link } from "@/testing/figures";
import { overlay } from "./link-overlay";

const inks = { ground: "red", text: "white" };

const read = (html: string) => new DOMParser().parseFromString(html, "text/html");

const badges = (html: string) => [...read(html).querySelectorAll("[data-clicks]")];

test("each link that has figures gets a badge right after it, and no other", () => {
  const html = '<p><a href="https://example.com/read?a=1&amp;b=2">Read</a> <a href="https://other.example/">No</a></p>';
  const shown = overlay(html, [link({ clicks: 1234 })], inks);
  const [badge, ...more] = badges(shown);
  expect(more).toEqual([]);
  expect(badge?.textContent).toBe("1,234");
  expect(badge?.previousElementSibling?.textContent).toBe("Read");
});

test("an address that is linked twice has the figures of each place, or the same at both", () => {
  const html = '<a href="https://a.example/">1</a><a href="https://a.example/">2</a>';
  const at = (no: number, clicks: number) => link({ no, url: "https://a.example/", clicks });
  const counts = (html: string) => badges(html).map((badge) => badge.textContent);
  expect(counts(overlay(html, [at(2, 5), at(1, 9)], inks))).toEqual(["9", "5"]);
  expect(counts(overlay(html, [at(1, 9)], inks))).toEqual(["9", "9"]);
});

const hostile = [
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  '<a href="java\u0009script:alert(1)">x</a>',
  '<a href="  JavaScript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<base href="https://evil.example/"><form action="javascript:alert(1)"><button>x</button></form>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
];

test.each(hostile)("no script comes through: %s", (bad) => {
  const mail = read(overlay(`<body onload="alert(1)">${bad}<a href="https://example.com/">y</a></body>`, [], inks));
  expect(mail.querySelector("script, noscript, iframe, object, embed, meta[http-equiv]")).toBeNull();
  const attributes = [...mail.querySelectorAll("*")].flatMap((element) => [...element.attributes]);
  expect(attributes.filter(({ name }) => name.startsWith("on"))).toEqual([]);
  const addresses = attributes.map(({ value }) => value.replace(/[\s\0-\x20]/g, "").toLowerCase());
  expect(addresses.filter((value) => /^(javascript:|data:text\/html)/.test(value))).toEqual([]);
  expect(mail.querySelectorAll("base")).toHaveLength(1);
});

test("what a link is called is text and nothing else", () => {
  const evil = 'https://a.example/"><script>alert(1)</script>';
  const html = `<a href="${evil.replaceAll('"', "&quot;")}">x</a>`;
  const shown = overlay(html, [link({ url: evil, label: "<script>alert(1)</script>" })], inks);
  expect(badges(shown)).toHaveLength(1);
  expect(read(shown).querySelector("script")).toBeNull();
});
