import { render } from "@testing-library/react";
import { Toaster } from "sonner";
import { vi } from "vitest";
import { blankDocument, createBlock } from "@/email/factory";
import type { Block, BlockType, EmailDocument } from "@/email/types";
import { ConfirmProvider } from "@/ui/confirm";
import { EmailEditor } from "../email-editor";
import type { EditorHost } from "../host";
import { createEditor } from "../state";
import { savedBlocksServer } from "./saved-blocks";

export const mailOf = (...blocks: (Block | BlockType)[]): EmailDocument => ({
  ...blankDocument(),
  blocks: blocks.map((block, index) =>
    typeof block === "string" ? { ...createBlock(block), id: `b${index}` } : block,
  ),
});

// jsdom lays nothing out; the text editor asks where its caret is.
Range.prototype.getClientRects = () => Object.assign([new DOMRect()], { item: () => new DOMRect() });
Range.prototype.getBoundingClientRect = () => new DOMRect();

/** The editor as on a wide screen, with a host that saves nothing. */
export function renderEditor(document: EmailDocument, host: Partial<EditorHost> = {}) {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: query.includes("min-width"),
      media: query,
    }) as unknown as MediaQueryList;
  const editor = createEditor(document);
  const save = vi.fn<EditorHost["save"]>(async () => ({ ok: true }));
  const onBack = vi.fn();
  const onSaved = vi.fn();
  const media = { list: async () => ({ items: [], next: null }), upload: vi.fn(), remove: vi.fn() };
  const view = render(
    <ConfirmProvider>
      <EmailEditor
        editor={editor}
        mode="template"
        onBack={onBack}
        onSaved={onSaved}
        host={{
          origin: "https://mail.example",
          storageKey: "author-1",
          savedBlocks: savedBlocksServer(),
          save,
          media,
          ...host,
        }}
      />
      <Toaster />
    </ConfirmProvider>,
  );
  const types = () => editor.getState().document.blocks.map(({ type }) => type);
  return { ...view, editor, save, onBack, onSaved, types };
}
