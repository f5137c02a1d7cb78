import { HtmlValidate } from "html-validate/node";
import { expect, test } from "vitest";
import { samples } from "../testing/samples";
import { validation } from "../testing/validation";
import { renderDocument } from "./document";

const validator = new HtmlValidate(validation);

for (const [name, document] of Object.entries(samples)) {
  test(`${name} is rendered as it was, and is valid`, async () => {
    const html = renderDocument(document);
    // A line for each tag, so that a change can be read; the mail itself has none of these breaks.
    await expect(html.replaceAll("><", ">\n<")).toMatchFileSnapshot(`../golden/${name}.html`);
    const { results } = await validator.validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    );
  });
}
