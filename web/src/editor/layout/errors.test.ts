import { expect, test } from "vitest";
import { createBlock } from "@/email/factory";
import { errorsByBlock } from "./errors";

test("errors of the server go to the fields they are about", () => {
  const inner = createBlock("button");
  const columns = { ...createBlock("columns"), columns: [[createBlock("text"), inner], []] };
  const image = createBlock("image");
  const errors = errorsByBlock(
    [image, columns],
    [
      { field: "blocks[0].src", message: "a" },
      { field: "blocks[0].style.color", message: "b" },
      { field: "blocks[1].columns[0][1].href", message: "c" },
      { field: "blocks[1].columns", message: "d" },
      { field: "subject", message: "e" },
      { field: "blocks[9].href", message: "f" },
    ],
  );
  expect(Object.fromEntries(errors)).toEqual({
    [image.id]: [
      { field: "src", message: "a" },
      { field: "style.color", message: "b" },
    ],
    [inner.id]: [{ field: "href", message: "c" }],
    [columns.id]: [{ field: "columns", message: "d" }],
    "": [
      { field: "subject", message: "e" },
      { field: "blocks[9].href", message: "f" },
    ],
  });
});
