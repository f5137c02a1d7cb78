import { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { TextEvents } from "@/editor/richtext/extensions";
import { holdStyles } from "@/lib/inline-styles";
import { type Design, designText, readDesign } from "../design";
import type { Pen } from "../use-writing";
import { say } from "../words";
import { proseExtensions } from "./extensions";
import { Mail } from "./mail";
import { Part } from "./nodes";
import { cleanMailPaste, hasNoWords } from "./paste";
import { placeForPicture, UploadPlaces } from "./uploads";
import { type PartProps, partView, type Views } from "./views";

export interface ProseEvents extends Omit<TextEvents, "onDone"> {
  /** Something was written. */
  onChange: () => void;
  onInsert: (from: number, to: number) => void;
  onFiles: (files: File[], at: number) => void;
  /** Pictures of a paste that nobody could load. */
  onLost: () => void;
}

/** Of a frame, and between two of them. */
const SLICE_MS = 5;
const BETWEEN_MS = 30;

export interface Range {
  from: number;
  to: number;
}

interface Options {
  element: HTMLElement;
  design: string;
  parts: Views<PartProps>;
  events: ProseEvents;
}

/** Where files that are dropped at a point go: above the line that is there, or below it. */
function placeAt(view: EditorView, { clientX, clientY }: DragEvent): number {
  const at = view.posAtCoords({ left: clientX, top: clientY });
  if (!at) return placeForPicture(view.state);
  const $pos = view.state.doc.resolve(at.pos);
  if ($pos.depth === 0) return at.pos;
  const line = view.nodeDOM($pos.before(1));
  const box = line instanceof HTMLElement ? line.getBoundingClientRect() : null;
  return box && clientY < box.top + box.height / 2 ? $pos.before(1) : $pos.after(1);
}

function bringFiles(view: EditorView, event: ClipboardEvent | DragEvent, { onFiles }: ProseEvents): boolean {
  const data = "clipboardData" in event ? event.clipboardData : (event as DragEvent).dataTransfer;
  const files = Array.from(data?.files ?? []);
  const isDrop = "dataTransfer" in event;
  if (files.length === 0 || (!isDrop && !hasNoWords(data?.getData("text/html") ?? ""))) return false;
  event.preventDefault();
  onFiles(files, isDrop ? placeAt(view, event) : placeForPicture(view.state));
  return true;
}

/** An email while it is written: TipTap on a mail's blocks. */
export class Prose implements Pen {
  readonly editor: Editor;
  readonly #mail: Mail;
  /** What the document at that moment stands for. */
  #text: string;
  #doc: Node | null;
  /** Braces that were typed to choose a merge tag, until it is chosen. */
  #asking: Range | null = null;

  constructor({ element, design, parts, events }: Options) {
    const settle = (tr: Transaction) => this.#mail.settle(tr);
    const behaviour = { settle, onInsert: events.onInsert };
    const part = Part.extend({ addNodeView: () => partView(parts) });
    this.editor = new Editor({
      element,
      extensions: [...proseExtensions({ ...events, onDone: () => undefined }, behaviour, part), UploadPlaces],
      autofocus: false,
      // It would be a style element made at run time; the style sheets have these rules.
      injectCSS: false,
      editorProps: {
        transformPastedHTML: (html) => holdStyles(cleanMailPaste(html, events.onLost)),
        handlePaste: (view, event) => bringFiles(view, event, events),
        handleDrop: (view, event) => bringFiles(view, event, events),
        attributes: {
          role: "textbox",
          "aria-multiline": "true",
          "aria-label": say.emailTextAltF10For,
          spellcheck: "true",
        },
      },
      onUpdate: () => events.onChange(),
    });
    this.#mail = new Mail(this.editor.schema);
    this.#text = "";
    this.#doc = this.editor.state.doc;
    this.show(design);
    this.#warm(0);
  }

  /** The first save of a long mail costs no letter either: its lines are written out while nobody waits. */
  #warm(index: number) {
    setTimeout(() => {
      if (this.editor.isDestroyed) return;
      const began = performance.now();
      const next = this.#mail.warm(this.editor.state.doc, index, () => performance.now() - began > SLICE_MS);
      if (next !== null) this.#warm(next);
    }, BETWEEN_MS);
  }

  get view() {
    return this.editor.view;
  }

  /**
   * Half a merge tag is no text yet, and the server takes none: it is read once nothing is chosen any more. True when
   * that is another text than before.
   */
  ask(braces: Range | null): boolean {
    if (braces === this.#asking) return false;
    this.#asking = braces;
    this.#doc = null;
    return true;
  }

  #written(): Node {
    const { doc, tr } = this.editor.state;
    if (!this.#asking) return doc;
    const { from, to } = this.#asking;
    const isThere = to <= doc.content.size && doc.textBetween(from, to) === "{{";
    return isThere ? tr.delete(from, to).doc : doc;
  }

  /** The design as it is written now; the very text that was given where nothing was changed. */
  read(): string {
    const { doc } = this.editor.state;
    if (doc === this.#doc) return this.#text;
    const blocks = this.#mail.read(this.#written());
    const isNothing = this.#text === "" && blocks.length === 0;
    if (!isNothing) this.#text = designText({ blocks, theme: this.design.theme });
    this.#doc = doc;
    return this.#text;
  }

  get design(): Design {
    return readDesign(this.#text) ?? { blocks: [], theme: null };
  }

  /** Another design in its place, where it differs; what was undone and done before stays so elsewhere. */
  show(text: string) {
    const { state, view } = this.editor;
    if (text !== "" && text === this.read()) return;
    const next = this.#mail.open(readDesign(text)?.blocks ?? []);
    const from = state.doc.content.findDiffStart(next.content);
    const end = from === null ? null : state.doc.content.findDiffEnd(next.content);
    if (from !== null && end) {
      const overlap = Math.max(0, from - Math.min(end.a, end.b));
      const tr = state.tr.replace(from, end.a + overlap, next.slice(from, end.b + overlap));
      view.dispatch(tr.setMeta("addToHistory", false).setMeta("preventUpdate", true));
    }
    this.#text = text;
    this.#doc = this.editor.state.doc;
  }

  focus() {
    this.editor.commands.focus();
  }

  destroy() {
    this.editor.destroy();
  }
}
