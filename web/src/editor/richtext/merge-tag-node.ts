import { mergeAttributes, Node } from "@tiptap/core";
import type { Node as ProseNode } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isKnownPath } from "@/email";
import { tagLabel } from "../controls/tags";
import { say } from "../words";
import { CHIP_ATTRIBUTE, escapeText, readTag, TYPED_TAG } from "./chips";

interface Options {
  /** The author typed `{{`, which stands between these positions, and wants to choose. */
  onOpen: (from: number, to: number) => void;
  /** Enter or a double click on the chip at this position. */
  onEdit: (at: number) => void;
}

function describe(source: string) {
  const { path, fallback } = readTag(source);
  const label = tagLabel(path);
  return {
    text: fallback === null ? label : `${label} · ${fallback}`,
    spoken: say.mergeTagLabelFallback(label, fallback === null ? "" : `, else ${fallback}`),
    known: isKnownPath(path),
  };
}

/** A merge tag: one piece, which typing cannot get into. Written out, it is its source and nothing else. */
export const MergeTagNode = Node.create<Options>({
  name: "mergeTag",
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,
  draggable: true,

  addOptions: () => ({ onOpen: () => undefined, onEdit: () => undefined }),

  addAttributes: () => ({
    source: {
      default: "",
      parseHTML: (element: HTMLElement) => element.getAttribute(CHIP_ATTRIBUTE) ?? "",
      renderHTML: ({ source }) => ({ [CHIP_ATTRIBUTE]: source as string }),
    },
  }),

  parseHTML: () => [{ tag: `span[${CHIP_ATTRIBUTE}]`, priority: 100 }],
  renderHTML: ({ HTMLAttributes }) => ["span", mergeAttributes(HTMLAttributes)],
  renderText: ({ node }) => sourceOf(node),

  addNodeView() {
    return ({ node, getPos }) => {
      const dom = document.createElement("span");
      const { text, spoken, known } = describe(sourceOf(node));
      dom.className = known ? "merge-chip" : "merge-chip is-unknown";
      dom.textContent = text;
      dom.title = known ? sourceOf(node) : say.nodeIsNotKnown(sourceOf(node));
      dom.setAttribute("role", "img");
      dom.setAttribute("aria-label", known ? spoken : say.spokenNotKnown(spoken));
      dom.ondblclick = () => {
        const at = getPos();
        if (at !== undefined) this.options.onEdit(at);
      };
      return { dom, ignoreMutation: () => true };
    };
  },

  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { selection } = editor.state;
        if (!isChip(selection)) return false;
        this.options.onEdit(selection.from);
        return true;
      },
    };
  },

  addProseMirrorPlugins() {
    const { onOpen } = this.options;
    return [
      new Plugin({
        props: {
          handleTextInput: (view, from, to, text) =>
            typeBehindChip(view, text) || openAtBraces(view, { from, to, text, onOpen }),
        },
        appendTransaction: (transactions, _, state) =>
          transactions.some((one) => one.docChanged) ? chipTypedTags(state) : null,
      }),
    ];
  },
});

/** A chip that is selected is not typed over: what is typed goes behind it. */
function typeBehindChip(view: EditorView, text: string): boolean {
  const { selection, doc, tr } = view.state;
  if (!isChip(selection)) return false;
  tr.setSelection(TextSelection.create(doc, selection.to));
  view.dispatch(tr.insertText(text).scrollIntoView());
  return true;
}

/** The second brace is written like the first, and stays when nothing is chosen. */
function openAtBraces(
  view: EditorView,
  { from, to, text, onOpen }: { from: number; to: number; text: string; onOpen: Options["onOpen"] },
): boolean {
  const before = view.state.doc.textBetween(Math.max(0, from - 2), from, "\n", "\ufffc");
  if (text !== "{" || !/(?:^|[^{])\{$/.test(before)) return false;
  view.dispatch(view.state.tr.insertText("{", from, to));
  onOpen(from - 1, from + 1);
  return true;
}

export const isChip = (selection: unknown): selection is NodeSelection =>
  selection instanceof NodeSelection && selection.node.type.name === "mergeTag";

const sourceOf = (node: ProseNode): string => String(node.attrs.source);

/** Tags that came as plain text – typed or pasted – become chips too. */
function chipTypedTags(state: EditorState): Transaction | null {
  const found: { from: number; to: number; source: string; node: ProseNode }[] = [];
  state.doc.descendants((node, at) => {
    if (!node.isText || !node.text?.includes("{{")) return;
    for (const match of node.text.matchAll(TYPED_TAG)) {
      const from = at + match.index;
      found.push({ from, to: from + match[0].length, source: escapeText(match[0].replaceAll("\u00a0", " ")), node });
    }
  });
  if (found.length === 0) return null;
  const { tr, schema } = state;
  for (const { from, to, source, node } of found.reverse()) {
    const chip = schema.nodes.mergeTag?.create({ source }, null, node.marks);
    if (chip) tr.replaceWith(from, to, chip);
  }
  return tr;
}
