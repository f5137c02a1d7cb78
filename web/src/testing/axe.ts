import axe from "axe-core";
import { expect } from "vitest";

/** What jsdom can't see (colours) and what a dialog alone has not (landmarks) is left to the browser's run. */
const OFF = { "color-contrast": { enabled: false }, region: { enabled: false } };

/** Finds nothing that keeps someone out. */
export async function expectAccessible(element: Element) {
  const { violations } = await axe.run(element, { rules: OFF });
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}
