import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { createBlock } from "@/email/factory";
import { mailOf, renderEditor } from "../testing/render-editor";

vi.mock("../parts", () => import("../testing/parts"));

const block = (name: RegExp) => screen.getByRole("treeitem", { name });
const focused = () => document.activeElement?.getAttribute("aria-label");

/** Begins on the block of this name. */
function begin(name: RegExp, ...blocks: Parameters<typeof mailOf>) {
  const view = renderEditor(mailOf(...blocks));
  fireEvent.click(block(name));
  block(name).focus();
  return { ...view, user: userEvent.setup() };
}

const columns = { ...createBlock("columns"), id: "c", columns: [[createBlock("button")], [createBlock("divider")]] };

test("arrows select, in and out of columns", async () => {
  const { user, editor } = begin(/^Heading/, "heading", columns, "spacer");
  await user.keyboard("{ArrowDown}");
  expect(editor.getState().selectedId).toBe("c");
  await user.keyboard("{ArrowRight}");
  expect(focused()).toBe("Button, 1 of 1 in column 1, Click Here");
  await user.keyboard("{ArrowRight}");
  expect(focused()).toBe("Divider, 1 of 1 in column 2");
  await user.keyboard("{End}");
  expect(focused()).toBe("Spacer, 3 of 3, 24 px");
  await user.keyboard("{Home}");
  expect(focused()).toBe("Heading, 1 of 3, New Heading");
});

test("only one block is on the way of the Tab key: the selected one, else the first", () => {
  const { user, editor } = begin(/^Text/, "heading", "text", "divider");
  const stops = () => screen.getAllByRole("treeitem").filter((item) => item.tabIndex === 0);
  expect(stops()).toEqual([block(/^Text/)]);
  fireEvent.keyDown(block(/^Text/), { key: "Escape" });
  expect(editor.getState().selectedId).toBeNull();
  expect(stops()).toEqual([block(/^Heading/)]);
  expect(user).toBeDefined();
});

test("Alt and arrows move the block, also to the column beside, and it is told", async () => {
  const { user, types, editor } = begin(/^Heading/, "heading", "text", columns);
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(types()).toEqual(["text", "heading", "columns"]);
  expect(focused()).toBe("Heading, 2 of 3, New Heading");
  await waitFor(() => expect(screen.getByText(/Heading moved, 2 of 3/)).not.toBeNull());
  await user.keyboard("{Alt>}{ArrowUp}{ArrowUp}{/Alt}");
  expect(types()).toEqual(["heading", "text", "columns"]);
  screen.getByText(/Heading didn't move, 1 of 3/);
  block(/^Button/).focus();
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  expect(editor.getState().document.blocks[2]).toMatchObject({
    columns: [[], [{ type: "divider" }, { type: "button" }]],
  });
  expect(focused()).toMatch(/^Button, 2 of 2 in column 2/);
});

test("duplicating, deleting, undo and redo", async () => {
  const { user, types, editor } = begin(/^Text/, "heading", "text");
  await user.keyboard("{Control>}d{/Control}");
  expect(types()).toEqual(["heading", "text", "text"]);
  await user.keyboard("{Backspace}");
  expect(types()).toEqual(["heading", "text"]);
  expect(editor.getState().selectedId).toBeNull();
  await user.keyboard("{Control>}z{/Control}");
  expect(types()).toEqual(["heading", "text", "text"]);
  await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  expect(types()).toEqual(["heading", "text"]);
  await user.keyboard("{Control>}zz{/Control}");
  expect(editor.getState().dirty).toBe(false);
  await user.keyboard("{Control>}y{/Control}");
  expect(types()).toEqual(["heading", "text", "text"]);
});

test("after deleting, arrows go on from a neighbour", async () => {
  const { user } = begin(/^Text/, "heading", "text", "divider");
  await user.keyboard("{Delete}{ArrowDown}");
  expect(focused()).toBe("Divider, 2 of 2");
});

test("Enter edits text where it stands, Escape leaves it", async () => {
  const { user, editor } = begin(/^Heading/, "heading");
  await user.keyboard("{Enter}");
  expect(editor.getState().editingId).toBe("b0");
  const text = await screen.findByRole("textbox", { name: /^Heading/ });
  await waitFor(() => expect(document.activeElement).toBe(text));
  await user.keyboard("{Escape}");
  expect(editor.getState().editingId).toBeNull();
  expect(focused()).toBe("Heading, 1 of 1, New Heading");
});

test("a double click edits text, and Enter leads to the properties of what has none", async () => {
  const { user, editor } = begin(/^Image/, "text", "image");
  await user.keyboard("{Enter}");
  expect(focused()).toBe("First field of image");
  await user.dblClick(block(/^Text/));
  expect(editor.getState().editingId).toBe("b0");
});

test("a slash inserts behind the selected block", async () => {
  const { user, types } = begin(/^Heading/, "heading", "divider");
  await user.keyboard("/");
  await screen.findByText("After Heading, New Heading");
  await user.keyboard("spac{Enter}");
  await waitFor(() => expect(types()).toEqual(["heading", "spacer", "divider"]));
  await waitFor(() => expect(focused()).toBe("Spacer, 2 of 3, 24 px"));
});

describe("keys pressed in a field", () => {
  test("write there, but save and undo the mail", async () => {
    const { user, save, types, editor } = begin(/^Heading/, "heading");
    await user.click(screen.getByLabelText("Subject"));
    await user.keyboard("/d{Backspace}{Control>}d{/Control}");
    expect(types()).toEqual(["heading"]);
    expect(editor.getState().document.subject).toBe("/");
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    await waitFor(() => expect(editor.getState().dirty).toBe(false));
    await user.keyboard("{Control>}z{/Control}");
    expect(editor.getState().document.subject).toBe("");
  });
});
