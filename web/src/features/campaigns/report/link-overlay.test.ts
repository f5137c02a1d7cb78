import { expect, test } from "vitest";
import type { LinkFigures } from "@/api/reports";
import { link } from "@/testing/figures";
import { overlay } from "./link-overlay";

const inks = { ground: "red", text: "white" };

const read = (html: string) => new DOMParser().parseFromString(html, "text/html");

const shown = (html: string, links: LinkFigures[]) => {
  const mail = read(html);
  overlay(mail, links, inks);
  return mail;
};

const badges = (mail: Document) => [...mail.querySelectorAll("[data-clicks]")];

test("each link that has figures gets a badge right after it, and no other", () => {
  const html = '<p><a href="https://example.com/read?a=1&amp;b=2">Read</a> <a href="https://other.example/">No</a></p>';
  const [badge, ...more] = badges(shown(html, [link({ clicks: 1234 })]));
  expect(more).toEqual([]);
  expect(badge?.textContent).toBe("1,234");
  expect(badge?.previousElementSibling?.textContent).toBe("Read");
});

test("an address that is linked twice has the figures of each place, or the same at both", () => {
  const html = '<a href="https://a.example/">1</a><a href="https://a.example/">2</a>';
  const at = (no: number, clicks: number) => link({ no, url: "https://a.example/", clicks });
  const counts = (links: LinkFigures[]) => badges(shown(html, links)).map((badge) => badge.textContent);
  expect(counts([at(2, 5), at(1, 9)])).toEqual(["9", "5"]);
  expect(counts([at(1, 9)])).toEqual(["9", "9"]);
});

test("what a link is called is text and nothing else", () => {
  const evil = 'https://a.example/"><script>alert(1)</script>';
  const html = `<a href="${evil.replaceAll('"', "&quot;")}">x</a>`;
  const mail = shown(html, [link({ url: evil, label: "<script>alert(1)</script>" })]);
  expect(badges(mail)).toHaveLength(1);
  expect(mail.querySelector("script")).toBeNull();
});
