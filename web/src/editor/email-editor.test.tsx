import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import * as email from "@/email";
import { createBlock } from "@/email/factory";
import { mailOf, renderEditor } from "./testing/render-editor";

vi.mock("./parts", () => import("./testing/parts"));

const block = (name: RegExp | string) => screen.getByRole("treeitem", { name });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("an empty mail", () => {
  test("says how to begin, and only what makes sense can be pressed", () => {
    renderEditor(mailOf());
    screen.getByText("Start Building Your Email");
    screen.getByText("Drag components from the sidebar or click them to add to your email");
    screen.getByText("Drag or click to add to your email");
    screen.getByText("0 components");
    for (const name of ["Save", "Preview", "HTML", "Undo", "Redo"]) {
      expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
    }
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Load" }).disabled).toBe(false);
    expect(screen.getByPlaceholderText("Enter template name...")).toHaveProperty("value", "Untitled Template");
    screen.getByPlaceholderText("Email subject line...");
  });

  test("gets every component of the palette by a click, selected and spoken of", async () => {
    const { types, editor } = renderEditor(mailOf());
    const names = ["Heading", "Text", "Image", "Button", "Divider", "Spacer", "Columns", "Social links"];
    for (const name of [...names, "Hero section", "Hero with image"]) press(name);
    expect(types()).toEqual([...email.blockTypes]);
    expect(editor.getState().selectedId).toBe(editor.getState().document.blocks.at(-1)?.id);
    screen.getByText("10 components");
    screen.getByText("· Unsaved changes");
    block("Heading, 1 of 10, New Heading");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Hero with image, 10 of 10/);
  });
});

describe("the selected block", () => {
  test("has its tools, of which the first and the last cannot go further", () => {
    renderEditor(mailOf("heading", "text", "divider"));
    const tool = (name: string) =>
      within(screen.getByRole("toolbar")).getByRole<HTMLButtonElement>("button", { name }).disabled;
    fireEvent.click(block(/^Heading/));
    expect([tool("Move up"), tool("Move down")]).toEqual([true, false]);
    fireEvent.click(block(/^Divider/));
    expect([tool("Move up"), tool("Move down")]).toEqual([false, true]);
    expect(screen.getAllByRole("toolbar")).toHaveLength(1);
  });

  test("moves, is duplicated and deleted by them, and comes back by Undo", async () => {
    const { types, editor } = renderEditor(mailOf("heading", "text", "divider"));
    fireEvent.click(block(/^Heading/));
    const down = screen.getByRole("button", { name: "Move down" });
    down.focus();
    fireEvent.click(down);
    expect(types()).toEqual(["text", "heading", "divider"]);
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move down");
    press("Duplicate");
    expect(types()).toEqual(["text", "heading", "heading", "divider"]);
    expect(editor.getState().selectedId).toBe(editor.getState().document.blocks[2]?.id);
    press("Delete");
    expect(types()).toEqual(["text", "heading", "divider"]);
    expect(editor.getState().selectedId).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    expect(types()).toEqual(["text", "heading", "heading", "divider"]);
  });

  test("that was deleted comes back to its place though the mail has changed since", async () => {
    const { types } = renderEditor(mailOf("heading", "text", "divider"));
    fireEvent.click(block(/^Text/));
    press("Delete");
    fireEvent.click(block(/^Divider/));
    press("Duplicate");
    const toast = await screen.findByText("Text deleted");
    fireEvent.click(within(toast.closest("li") as HTMLElement).getByRole("button", { name: "Undo" }));
    expect(types()).toEqual(["heading", "text", "divider", "divider"]);
  });

  test("moves to any place by a list, without dragging", async () => {
    const user = userEvent.setup();
    const { editor } = renderEditor(mailOf("heading", "columns"));
    fireEvent.click(block(/^Heading/));
    press("Move to…");
    await user.type(await screen.findByRole("combobox"), "column 2{Enter}");
    await waitFor(() =>
      expect(editor.getState().document.blocks).toMatchObject([{ columns: [[], [{ type: "heading" }]] }]),
    );
    await waitFor(() => expect(document.activeElement).toBe(block("Heading, 1 of 1 in column 2, New Heading")));
  });
});

test("a component goes into an empty column by a click, and columns are not offered there", async () => {
  const user = userEvent.setup();
  const { editor } = renderEditor(mailOf("columns"));
  await user.click(screen.getByRole("button", { name: "Add to column 2" }));
  const field = await screen.findByRole("combobox", { name: "Component" });
  expect(screen.queryByRole("option", { name: "Columns" })).toBeNull();
  await user.type(field, "butt{Enter}");
  await waitFor(() =>
    expect(editor.getState().document.blocks).toMatchObject([{ columns: [[], [{ type: "button" }]] }]),
  );
});

describe("saving", () => {
  test("sends the mail as it is shown, and then there is nothing to save", async () => {
    const { save, editor, onSaved } = renderEditor(mailOf("heading"));
    fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "News" } });
    press("Save");
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    const [mail, html] = save.mock.calls[0] ?? [];
    expect(mail).toMatchObject({ subject: "News", blocks: [{ type: "heading" }] });
    expect(html).toContain("<title>News</title>");
    expect(editor.getState().dirty).toBe(false);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  });

  test("keeps what could not be saved, and goes to the block that was refused", async () => {
    const errors = [{ field: "blocks[1].href", message: "Href must be a link." }];
    const save = vi.fn(async () => ({ ok: false as const, message: "no", errors }));
    const { editor } = renderEditor(mailOf("heading", "button"), { save });
    fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "News" } });
    press("Save");
    await waitFor(() => expect(editor.getState().selectedId).toBe("b1"));
    expect(editor.getState().dirty).toBe(true);
  });
});

test("writing in one of 200 blocks renders one block", () => {
  const blocks = Array.from({ length: 200 }, (_, index) => ({ ...createBlock("heading"), id: `h${index}` }));
  const { editor, container } = renderEditor(mailOf(...blocks));
  const painted = vi.fn();
  const hosts = Array.from(container.querySelectorAll("[data-mail]"));
  const watcher = new MutationObserver((records) => {
    for (const { target } of records) painted(target.parentNode ?? target);
  });
  for (const host of hosts) if (host.shadowRoot) watcher.observe(host.shadowRoot, { childList: true });
  act(() => editor.dispatch({ type: "update", id: "h100", patch: { content: "Other" } }));
  const changed = new Set(watcher.takeRecords().map(({ target }) => target));
  expect(hosts).toHaveLength(200);
  expect([...changed]).toEqual([hosts[100]?.shadowRoot]);
  expect(hosts[100]?.shadowRoot?.textContent).toContain("Other");
  expect(block("Heading, 101 of 200, Other")).not.toBeNull();
});
