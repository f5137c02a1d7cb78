import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createBlock } from "@/email/factory";
import { mailOf, renderEditor } from "../testing/render-editor";
import { createSavedBlocks, parseSaved } from "./store";

vi.mock("../parts", () => import("../testing/parts"));

const KEY = "author-1-saved-blocks";

async function saveHeading() {
  const user = userEvent.setup();
  const view = renderEditor(mailOf("heading", "divider"));
  fireEvent.click(screen.getByRole("treeitem", { name: /^Heading/ }));
  fireEvent.click(screen.getByRole("button", { name: "Save as block" }));
  const name = await screen.findByLabelText("Name");
  expect(name).toHaveProperty("value", "New Heading");
  await user.clear(name);
  await user.type(name, "Our title{Enter}");
  return { ...view, user };
}

const section = () => within(screen.getByRole("region", { name: "Saved blocks" }));

test("a block is saved, inserted, renamed, deleted and brought back", async () => {
  const { user, types } = await saveHeading();
  await user.click(section().getByRole("button", { name: /^Our title/ }));
  expect(types()).toEqual(["heading", "heading", "divider"]);

  await user.click(section().getByRole("button", { name: "Actions for Our title" }));
  await user.click(screen.getByRole("menuitem", { name: "Rename" }));
  const field = await screen.findByLabelText("Name");
  await user.clear(field);
  await user.type(field, "Title{Enter}");
  await user.click(section().getByRole("button", { name: "Actions for Title" }));
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  expect(section().queryByRole("button", { name: /^Title/ })).toBeNull();
  const toast = await screen.findByText("“Title” deleted");
  fireEvent.click(within(toast.closest("li") as HTMLElement).getByRole("button", { name: "Undo" }));
  expect(section().getByRole("button", { name: /^Title/ })).not.toBeNull();
  expect(parseSaved(localStorage.getItem(KEY))).toMatchObject([{ name: "Title", block: { type: "heading" } }]);
});

test("another tab's blocks appear, another author's do not", async () => {
  renderEditor(mailOf());
  createSavedBlocks("author-2").add("Theirs", createBlock("text"));
  createSavedBlocks("author-1").add("Mine", createBlock("text"));
  fireEvent(window, new StorageEvent("storage", { key: KEY }));
  expect(section().getByRole("button", { name: /^Mine/ })).not.toBeNull();
  expect(section().queryByRole("button", { name: /^Theirs/ })).toBeNull();
});

test("a full browser is told, and nothing is lost", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await saveHeading();
  await waitFor(() => screen.getByText(/This browser keeps no more/));
  expect(section().queryByRole("button", { name: /^Our title/ })).toBeNull();
});

test("what is stored is read with care", () => {
  expect(parseSaved(null)).toEqual([]);
  expect(parseSaved("{")).toEqual([]);
  expect(parseSaved('{"saved":{}}')).toEqual([]);
  const good = { id: "a", name: "A", block: createBlock("text") };
  const saved = [good, good, { id: "b", name: "B", block: { type: "marquee" } }, null, { id: 1, name: "C" }];
  expect(parseSaved(JSON.stringify({ saved }))).toEqual([good]);
});
