import { expect, test } from "vitest";
import { campaign } from "@/testing/fake-server";
import { designOf } from "./document";

test("a design begins in its newsletter's language, and keeps its own once it has begun", () => {
  const blank = campaign({ newsletter_language: "de", blocks: null, theme: { textColor: "#123456" } });
  expect(designOf(blank).theme).toMatchObject({ lang: "de", textColor: "#123456" });
  expect(designOf({ ...blank, theme: null }).theme.lang).toBe("de");
  expect(designOf({ ...blank, blocks: [], theme: { lang: "fr" } }).theme.lang).toBe("fr");
});
