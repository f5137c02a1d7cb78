import { expect, test } from "vitest";
import { holdStyles, parseStyled } from "./inline-styles";

const around = (html: string) => parseStyled(html).innerHTML;

test.each([
  '<p style="color: red;">x</p>',
  "<p STYLE='color: red;' class=a>x</p>",
  "<p class=a style=color:red>x</p>",
  '<p class="a"\n  style = "font-family: &quot;A B&quot;, serif;">x <b style="color: blue;">y</b></p>',
])("styles come back as they were: %s", (html) => {
  const plain = new DOMParser().parseFromString(html, "text/html").body;
  const styles = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>("*")].map(({ style }) => style.cssText);
  expect(styles(parseStyled(html))).toEqual(styles(plain));
  expect(styles(plain).join("")).not.toBe("");
  // Under the true name the page's policy would refuse them.
  expect(holdStyles(html)).not.toMatch(/\sstyle\s*=/i);
});

test.each([
  '<p title=\' style="x"\'>text style="y" &lt;p style="z"&gt;</p>',
  '<a href="https://a.example/?style=b&amp;c">x</a>',
  '<p data-style="x">x</p>',
  "<p>1 &lt; 2, style=3</p>",
])("what only looks like a style stays: %s", (html) => {
  expect(around(html)).toBe(new DOMParser().parseFromString(html, "text/html").body.innerHTML);
});

test("style elements are left out", () => {
  expect(around("<p>a</p><style>p{color:red}</style><p>b</p>")).toBe("<p>a</p><p>b</p>");
  expect(around("<p>a</p><style>p{color:red}")).toBe("<p>a</p>");
});
