import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { framed, hasDarkStyles } from "./mail-frame";
import { MailView } from "./mail-view";

const PLAIN = "<!doctype html><html><head><title>x</title></head><body>Hello</body></html>";
const DARK = PLAIN.replace("<title>", "<style>@media (prefers-color-scheme:dark){p{color:red}}</style><title>");

test("dark styles are known by their query, their meta tag or their property", () => {
  expect(hasDarkStyles(PLAIN)).toBe(false);
  expect(hasDarkStyles(DARK)).toBe(true);
  expect(hasDarkStyles('<meta name="color-scheme" content="light dark">')).toBe(true);
  expect(hasDarkStyles("<style>:root{color-scheme:light dark}</style>")).toBe(true);
  expect(hasDarkStyles('<p style="color:darkred">color-scheme</p>')).toBe(false);
});

test("dark shows the mail's own styles, else turns its colors round; light shows neither", () => {
  expect(framed(DARK, true)).toContain("@media all{p");
  expect(framed(DARK, true)).not.toContain("invert(1)");
  expect(framed(DARK, false)).toContain("@media not all{p");
  expect(framed(PLAIN, true)).toContain("invert(1)");
  expect(framed(PLAIN, false)).not.toContain("invert(1)");
});

test("what is added stays behind the doctype, so that the mail is drawn by the standard", () => {
  expect(framed(PLAIN, false)).toMatch(/^<!doctype html><html><head><style>/);
  expect(framed("<p>Hello</p>", false)).toMatch(/^<style>.*<p>Hello<\/p>$/);
});

test("a mail is shown in the dark, as text and by its headers, without scripts", async () => {
  const user = userEvent.setup();
  render(<MailView title="Preview" html={PLAIN} text="Hello in words" headers={[{ name: "X-Kind", value: "test" }]} />);
  const frame = screen.getByTitle<HTMLIFrameElement>("Preview");
  expect(frame.getAttribute("sandbox")).not.toContain("allow-scripts");
  await user.click(screen.getByRole("button", { name: "Dark" }));
  expect(screen.getByRole("status").textContent).toContain("This email has no dark colors.");
  await user.click(screen.getByRole("button", { name: "Text" }));
  expect(screen.getByText("Hello in words")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Headers" }));
  expect(screen.getByText("X-Kind")).toBeTruthy();
});
