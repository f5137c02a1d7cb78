import { expect, test } from "vitest";
import { longestFor, previewHint, subjectHint } from "./lengths";
import { savedAgo } from "./save-line";

test("a length is told in words", () => {
  expect(subjectHint(0)).toContain("about 33");
  expect(subjectHint(33)).toBe("33 characters: fits on phones and desktops.");
  expect(subjectHint(34)).toBe("34 characters: fits on desktops, phones show about 33.");
  expect(subjectHint(61)).toMatch(/^61 characters: too long/);
  expect(previewHint(30, 60)).toBe("90 characters with the subject: inboxes show about 90.");
  expect(previewHint(30, 61)).toMatch(/^91 characters with the subject: too long/);
});

test("a length is that of the list's own names", () => {
  const person = (first_name: string | null, city = "") => ({
    first_name,
    last_name: null,
    email: "a@example.com",
    attributes: { city },
  });
  const of = (text: string) =>
    longestFor(text, "Night Mail", [person("Bo"), person("Maximiliane", "Ghent"), person(null)]);
  expect(of("Dear {{ subscriber.first_name }}")).toBe("Dear Maximiliane");
  expect(of('Dear {{ subscriber.first_name | default("reader of our letters") }}')).toBe("Dear reader of our letters");
  expect(of("{{ newsletter.name }} in {{ subscriber.attributes.city }}")).toBe("Night Mail in Ghent");
  // Before anybody is known it is a sample's.
  expect(longestFor("Dear {{ subscriber.first_name }}", "Night Mail", [])).toBe("Dear Ada");
});

test("how long ago it was saved is told to the second, then more roughly", () => {
  expect(savedAgo(1000, 3000)).toBe("Saved 2 s ago");
  expect(savedAgo(0, 59_000)).toBe("Saved 59 s ago");
  expect(savedAgo(0, 125_000)).toBe("Saved 2 min ago");
  expect(savedAgo(5000, 1000)).toBe("Saved 0 s ago");
});
