import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Editor } from "@tiptap/core";
import { afterEach, expect, test, vi } from "vitest";
import type { Campaign } from "@/api/campaigns";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, type Call, campaign, fakeServer, type Handler, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
// Compiled before the first test waits for it.
import "./prose-editor";

afterEach(() => signOut());

const CAMPAIGN = "/api/newsletters/1/campaigns/9";
const SLOW = { timeout: 120_000 };

const designed = (over: Partial<Campaign> = {}) =>
  campaign({
    blocks: [
      { id: "a", type: "text", content: "<p>Hello</p>" },
      { id: "c", type: "columns", columns: [[{ id: "d", type: "text", content: "<p>Left</p>" }], []] },
    ] as unknown as Campaign["blocks"],
    theme: {},
    html_content: "<p>Hello</p>",
    ...over,
  });

interface Present {
  now: Campaign;
}

function take(present: Present, { body }: Call): Answer {
  const { revision, ...written } = body as { revision: number };
  if (revision !== present.now.revision)
    return { status: 409, body: { detail: "This campaign was changed elsewhere since you opened it." } };
  present.now = { ...present.now, ...written, revision: revision + 1 };
  return { body: present.now };
}

async function open(present: Present, routes: Record<string, Handler> = {}) {
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    [`GET ${CAMPAIGN}`]: () => ({ body: present.now }),
    [`GET ${CAMPAIGN}/checks`]: () => ({ body: { checks: [] } }),
    [`PUT ${CAMPAIGN}`]: (call) => take(present, call),
    ...routes,
  });
  renderApp("/campaigns/1/9/edit");
  const box = await screen.findByRole("textbox", { name: /^Email text/ }, SLOW);
  const { editor } = box as HTMLElement & { editor: Editor };
  const write = (at: number, text: string) =>
    act(() => void editor.chain().setTextSelection(at).insertContent(text).run());
  return { calls, box, editor, write };
}

const saveNow = () => fireEvent.keyDown(window, { key: "s", metaKey: true });
const puts = (calls: Call[]) =>
  calls.filter(({ method }) => method === "PUT").map(({ body }) => body as Record<string, unknown>);
const saved = () => waitFor(() => expect(document.querySelector("[data-save-state=saved]")).toBeTruthy());

test("a new campaign is written on its page; blocks, HTML and text are saved as one", async () => {
  const present = { now: campaign() };
  const { calls, box, write } = await open(present);
  expect(box.querySelector("[data-hint]")).toBeTruthy();
  await expectAccessible(document.body);
  write(1, "Dear reader");
  saveNow();
  await waitFor(() => expect(puts(calls)).toHaveLength(1));
  const [put] = puts(calls);
  expect(put).toMatchObject({
    blocks: [{ type: "text", content: "<p>Dear reader</p>" }],
    text_content: "Dear reader\n",
    revision: 1,
  });
  expect(put?.html_content).toMatch(/^<!doctype html>.*Dear reader/s);
  expect(Object.keys(put ?? {}).sort()).toEqual(["blocks", "html_content", "revision", "text_content"]);
  await saved();
  // What comes back from the server does not touch the text.
  expect(screen.getByRole("textbox", { name: /^Email text/ })).toBe(box);
});

test("half a merge tag is not saved while its author chooses one", async () => {
  const present = { now: campaign() };
  const { calls, editor, write } = await open(present);
  write(1, "Dear {");
  act(() => {
    const { view } = editor;
    const { from, to } = view.state.selection;
    view.someProp("handleTextInput", (offer) => offer(view, from, to, "{", () => view.state.tr));
  });
  const choice = await screen.findByRole("dialog", { name: "Merge tag" });
  saveNow();
  await saved();
  expect(puts(calls).map(({ text_content }) => text_content)).toEqual(["Dear\n"]);
  await userEvent.click(await within(choice).findByRole("option", { name: /Email address/ }));
  saveNow();
  await waitFor(() => expect(puts(calls).at(-1)?.text_content).toBe("Dear {{ subscriber.email }}\n"));
});

test("what is not text stands as the email shows it, is selected by keys and leads to Design", async () => {
  const { editor } = await open({ now: designed() });
  const part = await screen.findByRole("region", { name: /^Columns/ });
  act(() => void editor.commands.setNodeSelection(7));
  const tools = within(await within(part).findByRole("toolbar", { name: "Columns tools" }));
  await expectAccessible(document.body);
  fireEvent.keyDown(part, { key: "F10", altKey: true });
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Edit in Design");
  await userEvent.click(tools.getByRole("button", { name: "Remove" }));
  expect(screen.queryByRole("region", { name: /^Columns/ })).toBeNull();
  act(() => void editor.commands.undo());
  await screen.findByRole("region", { name: /^Columns/ });
  act(() => void editor.commands.setNodeSelection(7));
  await userEvent.click(await screen.findByRole("button", { name: "Edit in Design" }));
  expect(await screen.findByRole("heading", { name: "Campaign design" }, SLOW)).toBeTruthy();
});

test("a picture is described where it stands", async () => {
  const image = { id: "i", type: "image", src: `${location.origin}/a.png`, alt: "", later: "kept" };
  const present = { now: designed({ blocks: [image] as unknown as Campaign["blocks"] }) };
  await open(present);
  await userEvent.click(await screen.findByRole("button", { name: "Describe this image" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit image" }));
  await userEvent.type(form.getByLabelText("Description"), "A harbour");
  await userEvent.type(form.getByLabelText("Link"), "example.com/h");
  await expectAccessible(document.body);
  await userEvent.click(form.getByRole("button", { name: "Done" }));
  saveNow();
  await waitFor(() =>
    expect(present.now.blocks).toEqual([{ ...image, alt: "A harbour", href: "https://example.com/h" }]),
  );
});

test("without a connection the text is kept here, and is there again after a reload", async () => {
  const present = { now: designed() };
  let online = false;
  const page = await open(present, {
    [`PUT ${CAMPAIGN}`]: (call) => {
      if (!online) throw new TypeError("Failed to fetch");
      return take(present, call);
    },
  });
  page.write(6, " again");
  act(() => void dispatchEvent(new Event("pagehide")));
  document.body.replaceChildren();
  online = true;
  const { box } = await open(present);
  expect(box.textContent).toContain("Hello again");
  saveNow();
  await waitFor(() => expect(present.now.text_content).toContain("Hello again"));
});

test("a save whose answer is lost is not a conflict, though the server cleaned what it took", async () => {
  const present = { now: designed() };
  let lost = false;
  const { calls, write } = await open(present, {
    [`PUT ${CAMPAIGN}`]: (call) => {
      const answer = take(present, call);
      if (lost || answer.status) return answer;
      lost = true;
      const blocks = JSON.parse(JSON.stringify(present.now.blocks).replaceAll("Hello", "Hello<!-- -->"));
      present.now = { ...present.now, blocks };
      throw new TypeError("Failed to fetch");
    },
  });
  write(6, " again");
  saveNow();
  await waitFor(() => expect(present.now.revision).toBe(2));
  write(12, "!");
  act(() => void dispatchEvent(new Event("online")));
  await waitFor(() => expect(present.now.text_content).toContain("Hello again!"));
  await saved();
  expect(screen.queryByText(/^A newer version/)).toBeNull();
  // Looking at the page again asks for no further save.
  const before = puts(calls).length;
  fireEvent.focus(window);
  fireEvent.blur(window);
  await saved();
  expect(puts(calls)).toHaveLength(before);
});

test("what another window saved is shown; what both wrote is a question, with the words of both", async () => {
  const user = userEvent.setup();
  const present = { now: designed() };
  const { box, write } = await open(present);
  const theirs = (content: string, revision: number) =>
    designed({ blocks: [{ id: "a", type: "text", content }] as unknown as Campaign["blocks"], revision });
  present.now = theirs("<p>Theirs</p>", 2);
  fireEvent.focus(window);
  await waitFor(() => expect(box.textContent).toContain("Theirs"));
  write(1, "Not ");
  present.now = theirs("<p>Theirs, later</p>", 3);
  saveNow();
  expect(await screen.findByText(/^A newer version was saved/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "See the other version" }));
  const other = within(await screen.findByRole("dialog", { name: "The other version" }));
  expect(other.getByText("Theirs, later")).toBeTruthy();
  expect(other.getByText("Not Theirs")).toBeTruthy();
  await user.click(other.getByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(present.now.text_content).toBe("Not Theirs\n"));
});

test("what the server refuses in it is told below, asked for once, and the rest is saved", async () => {
  const message = "There is no merge tag of this name.";
  const present = { now: designed() };
  const { calls, write } = await open(present, {
    [`PUT ${CAMPAIGN}`]: (call) =>
      "html_content" in (call.body as object)
        ? { status: 422, body: { detail: "Bad.", errors: [{ field: "html_content", message }] } }
        : take(present, call),
  });
  write(6, " again");
  fireEvent.change(screen.getByLabelText("Preview text"), { target: { value: "Seen" } });
  saveNow();
  expect((await screen.findByText(message)).getAttribute("role")).toBe("alert");
  await waitFor(() => expect(present.now.preheader).toBe("Seen"));
  expect(puts(calls)).toHaveLength(2);
  write(12, "!");
  expect(screen.queryByText(message)).toBeNull();
});

/** Uploads end when they are told to. */
function stubUploads() {
  const ends: ((status: number, body: unknown) => void)[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload: { onprogress?: (event: unknown) => void } = {};
      status = 0;
      statusText = "";
      responseText = "";
      onload = () => undefined;
      open() {}
      setRequestHeader() {}
      abort() {}
      send() {
        ends.push((status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.onload();
        });
      }
    },
  );
  return ends;
}

const media = {
  id: 3,
  name: "a.png",
  url: `${location.origin}/a.png`,
  width: 900,
  height: 300,
  bytes: 5,
  variants: [],
};

test("a picture that is pasted waits in its place while one writes; what fails is tried again with the same file", async () => {
  const ends = stubUploads();
  const present = { now: designed({ blocks: [{ id: "a", type: "text", content: "<p>One</p><p>Two</p>" }] as never }) };
  const { box, editor, write } = await open(present);
  act(() => void editor.commands.setTextSelection(2));
  const event = new Event("paste", { bubbles: true, cancelable: true });
  const files = [new File(["x"], "a.png", { type: "image/png" })];
  fireEvent(box, Object.assign(event, { clipboardData: { files, getData: () => "" } }));
  expect(await screen.findByRole("progressbar", { name: "Uploading a.png" })).toBeTruthy();
  write(4, "!");
  await waitFor(() => expect(ends).toHaveLength(1));
  act(() => ends[0]?.(507, { detail: "The disk is full." }));
  expect(await screen.findByText("a.png: The disk is full.")).toBeTruthy();
  await expectAccessible(document.body);
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(ends).toHaveLength(2));
  act(() => ends[1]?.(201, media));
  expect(await screen.findByRole("button", { name: "Describe this image" })).toBeTruthy();
  saveNow();
  await waitFor(() =>
    expect(present.now.blocks).toMatchObject([
      { id: "a", content: "<p>One!</p>" },
      { type: "image", src: media.url, width: 600 },
      { content: "<p>Two</p>" },
    ]),
  );
});

test("a picture that comes when its text is gone is in the library, and its author is told", async () => {
  const ends = stubUploads();
  const { box } = await open({ now: designed() });
  const event = new Event("paste", { bubbles: true, cancelable: true });
  const files = [new File(["x"], "a.png", { type: "image/png" })];
  fireEvent(box, Object.assign(event, { clipboardData: { files, getData: () => "" } }));
  await waitFor(() => expect(ends).toHaveLength(1));
  await userEvent.click(screen.getByRole("button", { name: "HTML" }));
  await screen.findByLabelText("HTML Content", {}, SLOW);
  act(() => ends[0]?.(201, media));
  expect(await screen.findByText("a.png is in your images")).toBeTruthy();
});

test("the menu of an empty line adds by name, and a slash that is not wanted stays", async () => {
  const user = userEvent.setup();
  const present = { now: campaign() };
  const { editor, box } = await open(present);
  box.focus();
  await user.click(await screen.findByRole("button", { name: /^Add an image/ }));
  const menu = within(await screen.findByRole("dialog", { name: "Add" }));
  await expectAccessible(document.body);
  await user.type(menu.getByRole("combobox"), "small{Enter}");
  expect(editor.isActive("heading", { level: 3 })).toBe(true);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("{Escape}");
});

test("selected words have a toolbar, reached by keys; a link is set in it", async () => {
  const user = userEvent.setup();
  const { editor, box } = await open({ now: designed() });
  box.focus();
  act(() => void editor.commands.setTextSelection({ from: 1, to: 6 }));
  const toolbar = within(await screen.findByRole("toolbar", { name: "Formatting" }));
  fireEvent.keyDown(box, { key: "F10", altKey: true });
  expect(document.activeElement).toBe(toolbar.getByRole("combobox", { name: "Paragraph style" }));
  await user.click(toolbar.getByRole("button", { name: "Bold" }));
  await user.click(toolbar.getByRole("button", { name: "Link" }));
  await user.type(await screen.findByLabelText("Link", { selector: "input" }), "example.com{Enter}");
  expect(box.querySelector("a strong, strong a")?.textContent).toBe("Hello");
});
