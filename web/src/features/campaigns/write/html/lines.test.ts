import { expect, test } from "vitest";
import { inLines } from "./lines";

const goldens = import.meta.glob<string>("../../../../email/golden/*.html", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("each part has a line of its own", () => {
  expect(inLines('<table class="a"><tr><td><p>One <b>two</b></p><p>Three</p></td></tr></table>')).toBe(
    '<table class="a">\n<tr>\n<td>\n<p>One <b>two</b></p>\n<p>Three</p>\n</td>\n</tr>\n</table>',
  );
});

test("nothing but line breaks comes into an email, and none beside what stands side by side", () => {
  const columns = '<td><div style="display:inline-block">A</div><!--[if mso]></td><td><![endif]--><div>B</div></td>';
  expect(inLines(columns)).toContain("A</div><!--[if mso]></td>");
  expect(Object.keys(goldens).length).toBeGreaterThan(5);
  for (const [file, golden] of Object.entries(goldens)) {
    // The goldens have lines of their own, to be read.
    const html = golden.replaceAll("\n", "");
    const lines = inLines(html);
    expect(lines.replaceAll("\n", ""), file).toBe(html);
    expect(lines, file).not.toMatch(/<\/?(?:a|div|img|span|strong|em)\b[^>]*>\n|\n<\/?(?:a|div|img|span|strong|em)\b/);
  }
});
