import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createBlock } from "@/email/factory";
import { Refused } from "../host";
import { mailOf, renderEditor } from "../testing/render-editor";
import { savedBlocksServer } from "../testing/saved-blocks";
import { parseLocal } from "./here";

vi.mock("../parts", () => import("../testing/parts"));

const KEY = "author-1-saved-blocks";
const titled = (id: string, name: string) => ({ id, name, block: createBlock("heading") });
const keep = (...saved: object[]) => localStorage.setItem(KEY, JSON.stringify({ version: 1, saved }));

const section = () => within(screen.getByRole("region", { name: "Saved blocks" }));
const seen = (name: RegExp) => section().queryByRole("button", { name });
const names = () =>
  section()
    .queryAllByRole("listitem")
    .map((item) => item.querySelector("span")?.textContent);
const alertOf = async (text: RegExp | string) => (await screen.findByText(text)).closest("li") as HTMLElement;
const choose = async (name: string, action: string) => {
  await userEvent.click(section().getByRole("button", { name: `Actions for ${name}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: action }));
};

async function saveHeading(server = savedBlocksServer()) {
  const user = userEvent.setup();
  const view = renderEditor(mailOf("heading", "divider"), { savedBlocks: server });
  fireEvent.click(screen.getByRole("treeitem", { name: /^Heading/ }));
  fireEvent.click(screen.getByRole("button", { name: "Save as block" }));
  const name = await screen.findByLabelText("Name");
  expect(name).toHaveProperty("value", "New Heading");
  await user.clear(name);
  await user.type(name, "Our title{Enter}");
  return { ...view, user, server };
}

test("a block is saved, inserted, renamed, deleted and brought back", async () => {
  const { user, types, server } = await saveHeading();
  await user.click(section().getByRole("button", { name: /^Our title/ }));
  expect(types()).toEqual(["heading", "heading", "divider"]);

  await choose("Our title", "Rename");
  const field = await screen.findByLabelText("Name");
  await user.clear(field);
  await user.type(field, "Title{Enter}");
  await waitFor(() => expect(server.blocks()).toMatchObject([{ name: "Title", block: { type: "heading" } }]));
  await choose("Title", "Delete");
  expect(seen(/^Title/)).toBeNull();
  await waitFor(() => expect(server.blocks()).toEqual([]));
  fireEvent.click(within(await alertOf("“Title” deleted")).getByRole("button", { name: "Undo" }));
  expect(seen(/^Title/)).not.toBeNull();
  await waitFor(() => expect(server.blocks()).toMatchObject([{ name: "Title", block: { type: "heading" } }]));
});

test("what the server has is shown when it came, and anew when the author comes back", async () => {
  const server = savedBlocksServer([titled("2", "Newer"), titled("1", "Older")]);
  renderEditor(mailOf(), { savedBlocks: server });
  expect(section().getByText("Loading saved blocks...")).not.toBeNull();
  await waitFor(() => expect(names()).toEqual(["Newer", "Older"]));
  await server.add("From another browser", createBlock("text"), "other");
  fireEvent(document, new Event("visibilitychange"));
  await waitFor(() => expect(names()).toEqual(["From another browser", "Newer", "Older"]));
});

test("a list that does not come says so, and is asked for again", async () => {
  const server = savedBlocksServer([titled("1", "Mine")]);
  server.list.mockRejectedValueOnce(new Error("down"));
  renderEditor(mailOf(), { savedBlocks: server });
  await section().findByText("Your saved blocks couldn't be loaded.");
  expect(section().queryByText(/Select a block and press/)).toBeNull();
  await userEvent.click(section().getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(names()).toEqual(["Mine"]));
  expect(section().queryByText("Your saved blocks couldn't be loaded.")).toBeNull();
});

test("a block that the server refuses is taken back, and can be tried again", async () => {
  const server = savedBlocksServer();
  server.add.mockRejectedValueOnce(new Refused("You have 200 saved blocks. Delete one first."));
  await saveHeading(server);
  const alert = await alertOf("You have 200 saved blocks. Delete one first.");
  expect(seen(/^Our title/)).toBeNull();
  fireEvent.click(within(alert).getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(server.blocks()).toMatchObject([{ name: "Our title" }]));
  expect(seen(/^Our title/)).not.toBeNull();
  const [first, second] = server.add.mock.calls.map(([, , key]) => key);
  expect(second).not.toBe(first);
});

test("a block whose answer was lost is not saved twice", async () => {
  const server = savedBlocksServer();
  const { getMockImplementation } = server.add;
  const really = getMockImplementation.call(server.add);
  server.add.mockImplementationOnce(async (...call) => {
    await really?.(...call);
    throw new Error("Can't reach the server.");
  });
  await saveHeading(server);
  const alert = await alertOf("Can't reach the server.");
  fireEvent.click(within(alert).getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(server.add).toHaveBeenCalledTimes(2));
  await screen.findByText("Saved. Find it in the palette.");
  expect(server.blocks()).toHaveLength(1);
  expect(names()).toEqual(["Our title"]);
});

test("a deletion and a new name that fail are taken back", async () => {
  const server = savedBlocksServer([titled("1", "Mine")]);
  server.remove.mockRejectedValueOnce(new Error("Not deleted."));
  server.rename.mockRejectedValueOnce(new Refused("Not renamed."));
  renderEditor(mailOf(), { savedBlocks: server });
  await waitFor(() => expect(names()).toEqual(["Mine"]));
  await choose("Mine", "Delete");
  await screen.findByText("Not deleted.");
  await waitFor(() => expect(names()).toEqual(["Mine"]));
  // Undo finds it there.
  fireEvent.click(within(await alertOf("“Mine” deleted")).getByRole("button", { name: "Undo" }));
  await choose("Mine", "Rename");
  await userEvent.type(await screen.findByLabelText("Name"), " too{Enter}");
  await screen.findByText("Not renamed.");
  expect(names()).toEqual(["Mine"]);
  expect(server.add).not.toHaveBeenCalled();
});

test("what this browser kept goes to the server once, in its order", async () => {
  keep(titled("b", "Second"), titled("a", "First"));
  const server = savedBlocksServer([titled("1", "Server's")]);
  const { unmount } = renderEditor(mailOf(), { savedBlocks: server });
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
  expect(server.blocks().map(({ name }) => name)).toEqual(["Second", "First", "Server's"]);
  expect(names()).toEqual(["Second", "First", "Server's"]);
  unmount();
  renderEditor(mailOf(), { savedBlocks: server });
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(server.add).toHaveBeenCalledTimes(2);
});

test("what the server does not take stays in this browser and can be used", async () => {
  keep(titled("b", "Second"), titled("a", "First"));
  const server = savedBlocksServer();
  server.add.mockRejectedValueOnce(new Refused("You have 200 saved blocks. Delete one first."));
  const first = renderEditor(mailOf(), { savedBlocks: server });
  await section().findByText(/1 saved block is in this browser only. You have 200 saved blocks/);
  expect(server.blocks()).toMatchObject([{ name: "Second" }]);
  await userEvent.click(section().getByRole("button", { name: /^First/ }));
  expect(first.types()).toEqual(["heading"]);
  first.unmount();

  renderEditor(mailOf(), { savedBlocks: server });
  await waitFor(() => expect(names()).toEqual(["First", "Second"]));
  expect(server.add).toHaveBeenCalledTimes(2);
  await userEvent.click(section().getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
  expect(server.blocks()).toHaveLength(2);
  expect(section().queryByText(/in this browser only/)).toBeNull();
});

test("nothing of this browser is lost while the server is away", async () => {
  keep(titled("b", "Second"), titled("a", "First"));
  const server = savedBlocksServer();
  server.add.mockRejectedValue(new Error("Can't reach the server."));
  renderEditor(mailOf(), { savedBlocks: server });
  await section().findByText(/2 saved blocks are in this browser only/);
  expect(server.add).toHaveBeenCalledTimes(1);
  expect(parseLocal(localStorage.getItem(KEY))).toHaveLength(2);
  await choose("First", "Delete");
  await waitFor(() => expect(parseLocal(localStorage.getItem(KEY))).toMatchObject([{ name: "Second" }]));
});

test("what is stored is read with care", () => {
  expect(parseLocal(null)).toEqual([]);
  expect(parseLocal("{")).toEqual([]);
  expect(parseLocal('{"saved":{}}')).toEqual([]);
  const good = { id: "a", name: "A", block: createBlock("text") };
  const saved = [good, good, { id: "b", name: "B", block: { type: "marquee" } }, null, { id: 1, name: "C" }];
  expect(parseLocal(JSON.stringify({ saved }))).toEqual([{ ...good, refusals: 0 }]);
});
