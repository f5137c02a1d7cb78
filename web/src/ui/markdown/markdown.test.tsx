import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { Markdown } from "./markdown";
import { anchors, parseMarkdown, plainText } from "./parse";

const show = (text: string) =>
  render(
    <MemoryRouter>
      <main>
        <Markdown
          text={text}
          targets={{
            link: (href) => (href.startsWith("known") ? `/documentation/${href}` : null),
            image: (src) => (src === "images/a.png" ? { src: "/assets/a-1.png", width: 640, height: 400 } : null),
          }}
        />
      </main>
    </MemoryRouter>,
  );

test("HTML in a text is shown, never made", () => {
  const { container } = show(
    '<img src=x onerror="alert(1)">\n\nA <b>bold</b> word & `<i>`\n\n<script>alert(1)</script>',
  );
  expect(container.querySelector("img, script, b")).toBeNull();
  expect(container.textContent).toContain('<img src=x onerror="alert(1)">');
  expect(container.textContent).toContain("A <b>bold</b> word & <i>");
});

test("links lead into the app, out of it in a tab of their own, or nowhere", () => {
  show("[in](known#x) [out](https://example.org/) [gone](../README.md) [bad](javascript:alert(1))");
  expect(screen.getByRole("link", { name: "in" }).getAttribute("href")).toBe("/documentation/known#x");
  const out = screen.getByRole("link", { name: "out" });
  expect([out.getAttribute("target"), out.getAttribute("rel")]).toEqual(["_blank", "noopener noreferrer"]);
  expect(screen.queryByRole("link", { name: "gone" })).toBeNull();
  expect(screen.queryByRole("link", { name: "bad" })).toBeNull();
});

test("every kind of block has its element, and all of it is accessible", async () => {
  const { container } = show(
    "# Title\n\n## Part\n\n1. one\n2. two\n\n- a\n\n| k | v |\n|---|--:|\n| `x` | 1 |\n\n> note\n\n---\n\n    code\n\n![A picture](images/a.png)\n\n![Gone](images/b.png)",
  );
  expect(screen.getByRole("heading", { level: 2, name: /Part/ }).id).toBe("part");
  expect(screen.getByRole("link", { name: "Link to “Part”" }).getAttribute("href")).toBe("#part");
  expect(within(screen.getByRole("table")).getByRole("columnheader", { name: "k" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "A picture" }).getAttribute("src")).toBe("/assets/a-1.png");
  expect(screen.getByText("Gone").tagName).toBe("EM");
  expect(container.querySelectorAll("ol > li")).toHaveLength(2);
  await expectAccessible(container);
});

test("code is copied as it stands", async () => {
  const user = userEvent.setup();
  show("```sh\nmake run\nmake test\n```");
  await user.click(screen.getByRole("button", { name: "Copy the code" }));
  expect(await navigator.clipboard.readText()).toBe("make run\nmake test");
});

test("anchors are those of code hosts, and no two are alike", () => {
  const idOf = anchors();
  expect(["Once more, or to the rest", "A/B tests", "Größe & Gewicht", "A/B tests", "`--tls` flag"].map(idOf)).toEqual([
    "once-more-or-to-the-rest",
    "ab-tests",
    "größe--gewicht",
    "ab-tests-1",
    "--tls-flag",
  ]);
});

test("plain text has the words without their marks", () => {
  const words = parseMarkdown("A *b* [c](x) `d`\ne &amp; ![f](g)\n\n| h | i |\n|---|---|\n| j | k |").map((token) =>
    plainText([token]),
  );
  expect(words.join("").trim()).toBe("A b c d e & f h – i. j – k");
});
