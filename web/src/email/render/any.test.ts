import fc from "fast-check";
import { HtmlValidate } from "html-validate/node";
import { expect, test } from "vitest";
import { anyDocument } from "@/testing/documents";
import { importHtml } from "../import";
import { parseDocument } from "../parse";
import { validation } from "../testing/validation";
import { renderDocument } from "./document";

const validator = new HtmlValidate(validation);
const bytes = (text: string) => new TextEncoder().encode(text).length;

test("any document becomes valid HTML without a script, the same each time, with a style sheet that Gmail keeps", async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, async (document) => {
      const html = renderDocument(document);
      expect(renderDocument(structuredClone(document))).toBe(html);
      const report = await validator.validateString(html);
      expect(
        report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
      ).toEqual([]);
      const tree = new DOMParser().parseFromString(html, "text/html");
      expect(tree.querySelectorAll("script, iframe, object, embed, link, base, form").length).toBe(0);
      for (const element of tree.querySelectorAll("*"))
        for (const { name, value } of element.attributes) {
          expect(name.startsWith("on")).toBe(false);
          if (name === "href" || name === "src") expect(value).not.toMatch(/^\s*(?:javascript|vbscript|data):/i);
        }
      const sheets = [...tree.querySelectorAll("style")].map((sheet) => sheet.textContent ?? "");
      expect(bytes(sheets.join(""))).toBeLessThan(16 * 1024);
    }),
    { numRuns: 150, endOnFailure: true },
  );
});

test("an export with the design in it comes back equal", () => {
  fc.assert(
    fc.property(anyDocument, (anything) => {
      const { document } = parseDocument(anything);
      const imported = importHtml(renderDocument(document, { embed: true }));
      expect(imported.document).toEqual(document);
    }),
    { numRuns: 150, endOnFailure: true },
  );
});
