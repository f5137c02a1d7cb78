import { caniemail } from "caniemail";
import { expect, test } from "vitest";
import { allowed } from "../testing/caniemail-allowed";
import { samples } from "../testing/samples";
import { renderDocument } from "./document";

test("mail programs know everything that mails are made of, or it is said why they need not", () => {
  const found = new Set<string>();
  for (const document of Object.values(samples)) {
    const { issues } = caniemail({
      clients: ["gmail.*", "outlook.*", "apple-mail.*", "yahoo.*", "samsung-email.*"],
      html: renderDocument(document),
    });
    for (const byClient of [issues.errors, issues.warnings])
      for (const list of byClient.values()) for (const { title } of list) found.add(title);
  }
  expect(found.size).toBeGreaterThan(10);
  // Neither a finding without a reason, nor a reason without a finding.
  expect([...found].sort()).toEqual(Object.keys(allowed).sort());
});
