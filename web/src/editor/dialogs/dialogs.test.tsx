import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { expect, test, vi } from "vitest";
import { createBlock, renderDocument } from "@/email";
import image from "@/email/blocks/image/panel";
import type { BlockOf, EmailDocument } from "@/email/types";
import { lend } from "@/testing/lend";
import { ConfirmProvider } from "@/ui/confirm";
import type { EditorHost, MediaItem } from "../host";
import { EditProvider, editOf } from "../properties/edit";
import { createEditor, EditorProvider, useBlock, useEditor, useTheme } from "../state";
import { savedBlocksServer } from "../testing/saved-blocks";
import { createUi, SurroundingsProvider } from "../ui";
import { inScheme } from "./clients";
import HtmlDialog from "./html-dialog";
import ImportDialog from "./import-dialog";
import { readImport } from "./import-source";
import LoadDialog from "./load-dialog";
import VersionsDialog from "./versions-dialog";

const mail = (over: Partial<EmailDocument> = {}): EmailDocument => ({
  name: "Spring: the Big News!",
  subject: "Hello",
  preheader: "",
  blocks: [{ id: "a", type: "text", content: "<p>mine</p>" }],
  theme: {},
  ...over,
});

const picture: MediaItem = {
  id: "1",
  name: "press.jpg",
  url: "https://desk.example/media/1.jpg",
  width: 1600,
  height: 900,
  bytes: 2048,
  variants: [],
  createdAt: "2026-01-01T00:00:00Z",
};

function hostWith(over: Partial<EditorHost> = {}): EditorHost {
  return {
    origin: "https://desk.example",
    storageKey: "test",
    savedBlocks: savedBlocksServer(),
    save: async () => ({ ok: true }),
    media: {
      list: async () => ({ items: [picture], next: null }),
      upload: async (file) => ({ ...picture, id: file.name, name: file.name }),
      remove: async () => undefined,
    },
    ...over,
  };
}

function open(Dialog: ComponentType<{ onClose: () => void }>, document = mail(), host = hostWith()) {
  const editor = createEditor(document);
  const onClose = vi.fn();
  render(
    <ConfirmProvider>
      <SurroundingsProvider value={{ host, mode: "template", ui: createUi() }}>
        <EditorProvider editor={editor}>
          <Dialog onClose={onClose} />
        </EditorProvider>
      </SurroundingsProvider>
    </ConfirmProvider>,
  );
  return { editor, onClose, user: userEvent.setup() };
}

const blocksOf = ({ blocks }: EmailDocument) => blocks.map(({ id: _, ...rest }) => rest);

test("an import is told of before it replaces the mail, and is one step", async () => {
  const { editor, user, onClose } = open(ImportDialog);
  const json = JSON.stringify({
    subject: "New",
    blocks: [{ type: "heading", content: "In", level: 1 }, { type: "carousel" }],
  });
  fireEvent.change(screen.getByLabelText("HTML, MJML or JSON"), { target: { value: json } });
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(screen.getByText("1 block found")).toBeTruthy();
  expect(screen.getByText(/carousel/)).toBeTruthy();
  expect(editor.getState().canUndo).toBe(false);
  await user.click(screen.getByRole("button", { name: "Replace this email" }));
  expect(editor.getState().document).toMatchObject({ name: "Spring: the Big News!", subject: "New" });
  expect(blocksOf(editor.getState().document)).toEqual([{ type: "heading", content: "In", level: 1 }]);
  expect(onClose).toHaveBeenCalled();
  editor.dispatch({ type: "undo" });
  expect(editor.getState().document).toEqual(mail());
  expect(editor.getState().canUndo).toBe(false);
});

test("what cannot be imported is refused with the reason, and changes nothing", async () => {
  const { editor, user } = open(ImportDialog);
  fireEvent.change(screen.getByLabelText("HTML, MJML or JSON"), { target: { value: '{"blocks": [' } });
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(screen.getByRole("alert").textContent).toContain("This begins like JSON but is not");
  expect(editor.getState().dirty).toBe(false);
});

test("an export with its design comes back as it was", () => {
  const document = mail({ theme: { textColor: "#112233" }, preheader: "Before" });
  expect(readImport(renderDocument(document, { embed: true })).document).toEqual(document);
});

test("the export is named after the template and carries the design unless the author says no", async () => {
  const saved: { name: string; text: string }[] = [];
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => `blob:${blobs.push(blob)}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: this.href });
  });
  const { user } = open(HtmlDialog);
  await user.click(screen.getByRole("button", { name: "Download" }));
  await user.click(screen.getByRole("checkbox", { name: /editable design/ }));
  await user.click(screen.getByRole("button", { name: "Download" }));
  expect(saved.map(({ name }) => name)).toEqual(["spring__the_big_news_.html", "spring__the_big_news_.html"]);
  const texts = await Promise.all(blobs.map(async (blob) => new TextDecoder().decode(await blob.arrayBuffer())));
  expect(texts.map((text) => text.includes("letterpress:"))).toEqual([true, false]);
  expect(texts[1]).toBe(renderDocument(mail()));
});

test("HTML is copied, the old way when the new one is refused", async () => {
  const { user } = open(HtmlDialog);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  let copied = "";
  const execCommand = () => {
    copied = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  };
  lend(document, { execCommand });
  await user.click(screen.getByRole("button", { name: "Copy HTML" }));
  await waitFor(() => expect(copied).toBe(renderDocument(mail())));
});

test("Load asks before it replaces blocks; the mail keeps its words, and undo brings it back", async () => {
  const other = mail({ name: "Other", subject: "Theirs", blocks: [{ id: "z", type: "divider", thickness: 3 }] });
  const host = hostWith({
    gallery: async () => [
      { id: "1", name: "Other", subject: "Theirs", updatedAt: "2026-01-01T00:00:00Z", document: other },
    ],
  });
  const { editor, user, onClose } = open(LoadDialog, mail(), host);
  const own = await screen.findByRole("region", { name: "Your templates" });
  await user.click(within(own).getByRole("button", { name: /Other/ }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(editor.getState().dirty).toBe(false);
  await user.click(within(own).getByRole("button", { name: /Other/ }));
  await user.click(await screen.findByRole("button", { name: "Replace" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(editor.getState().document).toMatchObject({
    name: "Spring: the Big News!",
    subject: "Hello",
    blocks: other.blocks,
  });
  editor.dispatch({ type: "undo" });
  expect(editor.getState().document).toEqual(mail());
});

test("an empty mail takes a starter without being asked, and its name", async () => {
  const { editor, user } = open(LoadDialog, mail({ name: "Untitled Template", subject: "", blocks: [] }));
  await user.type(screen.getByRole("searchbox"), "plain letter");
  const ours = await screen.findByRole("region", { name: "Starters" });
  await user.click(within(ours).getAllByRole("button")[0] as HTMLElement);
  await waitFor(() => expect(editor.getState().document.blocks.length).toBeGreaterThan(0));
  expect(editor.getState().document.name).toBe("Plain letter");
});

test("a gallery that cannot be loaded says so and is tried again", async () => {
  const gallery = vi.fn().mockRejectedValueOnce(new Error("The network is down.")).mockResolvedValue([]);
  const { user } = open(LoadDialog, mail(), hostWith({ gallery }));
  expect(await screen.findByText("The network is down.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(screen.queryByText("The network is down.")).toBeNull());
});

test("an earlier version is restored on the server and in the editor", async () => {
  const old = mail({ blocks: [{ id: "o", type: "text", content: "<p>old</p>" }] });
  const line = { name: "n", subject: "s", blockCount: 1, savedAt: "2026-01-01T00:00:00Z" };
  const restore = vi.fn(async () => undefined);
  const versions = {
    list: async () => [
      { ...line, revision: 2, current: true },
      { ...line, revision: 1, subject: "Earlier", current: false },
    ],
    get: async (revision: number) => (revision === 1 ? old : mail()),
    restore,
  };
  const { editor, user } = open(VersionsDialog, mail(), hostWith({ versions }));
  await user.click(await screen.findByRole("button", { name: /Earlier/ }));
  await user.click(await screen.findByRole("button", { name: "Restore this version" }));
  await waitFor(() => expect(restore).toHaveBeenCalledWith(1));
  await waitFor(() => expect(editor.getState()).toMatchObject({ document: old, dirty: false }));
});

function ImageHarness() {
  const editor = useEditor();
  const theme = useTheme();
  const block = useBlock("p") as BlockOf<"image">;
  return (
    <EditProvider value={editOf(editor, block, theme, [])}>
      <image.Fields block={block} />
    </EditProvider>
  );
}

const imageMail = () => mail({ blocks: [{ ...createBlock("image"), id: "p" }] });

test("a picture of the library sets address, width and alternative text as one step", async () => {
  const { editor, user } = open(ImageHarness, imageMail());
  await user.click(screen.getByRole("button", { name: "Choose or upload" }));
  await user.click(await screen.findByRole("button", { name: /press\.jpg/ }));
  const dialog = screen.getByRole("dialog");
  await user.type(within(dialog).getByRole("textbox", { name: "Alternative text" }), "A press");
  await user.click(within(dialog).getByRole("button", { name: "Use image" }));
  expect(editor.getState().document.blocks[0]).toMatchObject({ src: picture.url, width: 600, alt: "A press" });
  editor.dispatch({ type: "undo" });
  expect(editor.getState().canUndo).toBe(false);
});

test("an upload that is refused says why in the server's words; a large one is not sent at all", async () => {
  const upload = vi.fn().mockRejectedValue(new Error("Email apps don't show SVG. Save it as PNG."));
  const host = hostWith({ media: { ...hostWith().media, upload } });
  const { user } = open(ImageHarness, imageMail(), host);
  await user.click(screen.getByRole("button", { name: "Choose or upload" }));
  const input = await screen.findByLabelText("Images to upload");
  fireEvent.change(input, { target: { files: [new File(["<svg/>"], "a.png", { type: "image/png" })] } });
  expect(await screen.findByText("Email apps don't show SVG. Save it as PNG.")).toBeTruthy();
  const large = new File(["x"], "b.png", { type: "image/png" });
  Object.defineProperty(large, "size", { value: 20 * 1024 * 1024 });
  fireEvent.change(input, { target: { files: [large] } });
  expect(await screen.findByText(/^This image is over 10 MB, /)).toBeTruthy();
  expect(upload).toHaveBeenCalledTimes(1);
});

test("a picture is deleted only when the author is sure", async () => {
  const remove = vi.fn(async () => undefined);
  const host = hostWith({ media: { ...hostWith().media, remove } });
  const { user } = open(ImageHarness, imageMail(), host);
  await user.click(screen.getByRole("button", { name: "Choose or upload" }));
  await user.click(await screen.findByRole("button", { name: /press\.jpg/ }));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain('Are you sure you want to delete "press.jpg"?');
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(remove).toHaveBeenCalledWith("1"));
  expect(await screen.findByText(/No images yet/)).toBeTruthy();
});

test("a preview is light or dark whatever the device is", () => {
  const html = renderDocument(mail());
  expect(inScheme(html, "dark")).toContain("@media all{");
  expect(inScheme(html, "light")).toContain("@media not all{");
  expect(inScheme(html, "light")).not.toContain("prefers-color-scheme");
});
