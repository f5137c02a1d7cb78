import { dirname } from "node:path";
import { expect, test } from "vitest";
import { sources, textOf } from "./testing/sources";
import { stringsOf } from "./testing/strings";

const isCatalogue = (file: string) => file.endsWith("/words.ts") && textOf(file).includes("export const say");

/** Documents that authors begin from, and what formats figures and times: catalogues of their own. */
const catalogues = ["email/starters/", "lib/format.ts"];

const startsIn = (rooms: string[], file: string) => rooms.some((room) => file.startsWith(room));

test("texts that people read stand in catalogues, where one person can read or translate them", () => {
  const files = sources.filter(
    (file) => !isCatalogue(file) && !startsIn(catalogues, file) && !/\.gen\.ts$|\/testing\//.test(file),
  );
  expect(files.flatMap(stringsOf)).toEqual([]);
});

test("nothing in a catalogue is without use", () => {
  const unused = sources.filter(isCatalogue).flatMap((file) => {
    const around = sources.filter((other) => other !== file && other.startsWith(`${dirname(file)}/`)).map(textOf);
    const names = [...textOf(file).matchAll(/^ {2}(\w+):/gm)].map(([, name = ""]) => name);
    return names
      .filter((name) => !around.some((text) => text.includes(`say.${name}`)))
      .map((name) => `${file} ${name}`);
  });
  expect(unused).toEqual([]);
});
