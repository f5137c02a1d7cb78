import { expect, test, vi } from "vitest";
import { cleanPaste } from "./paste";

const none = () => undefined;

test("what Word copies keeps its words and emphasis and loses the rest", () => {
  const word = `<html xmlns:o="urn:x"><body><!--StartFragment--><p class=MsoNormal style='mso-margin-top-alt:auto;margin:0cm'><b style='mso-bidi-font-weight:normal'>Dear</b> reader<o:p></o:p></p><!--EndFragment--></body></html>`;
  const html = cleanPaste(word, "rich", none);
  expect(html).toMatch(/^<p><(b|strong)>Dear<\/(b|strong)> reader<\/p>$/);
});

test("what Google Docs copies is not bold as a whole", () => {
  const docs = `<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">plain</span></p></b>`;
  const html = cleanPaste(docs, "rich", none);
  expect(html).toContain("plain");
  expect(html).not.toMatch(/<(b|strong)>/);
});

test("scripts and refused links stay outside; merge tags become chips", () => {
  const html = cleanPaste(
    `<p onclick="x()">a<script>x()</script> <a href="javascript:x()">b</a> {{ subscriber.email }}</p>`,
    "rich",
    none,
  );
  expect(html).not.toMatch(/script|onclick/);
  expect(html).toContain(`<span data-merge-tag="{{ subscriber.email }}"></span>`);
});

test("a heading takes the words of what is pasted", () => {
  expect(cleanPaste("<h1>One</h1><p>two</p>", "inline", none).replace(/\s+/g, " ").trim()).toMatch(
    /^One ?(<br>)? ?two$/,
  );
});

test("pictures are left out, and the author is told", () => {
  const onPictures = vi.fn();
  const html = cleanPaste(`<p>a</p><img src="https://example.com/a.png" alt="x" width="300">`, "rich", onPictures);
  expect(html).not.toContain("<img");
  expect(onPictures).toHaveBeenCalled();
});

test("our own text is not taken apart", () => {
  const own = `<p data-pm-slice="1 1 []">a <span data-merge-tag="{{ subscriber.email }}"></span></p>`;
  expect(cleanPaste(own, "rich", none)).toBe(own);
});
