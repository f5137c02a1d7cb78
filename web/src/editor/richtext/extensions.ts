import { Extension, type Extensions, Node } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { Italic } from "@tiptap/extension-italic";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Text } from "@tiptap/extension-text";
import { TextAlign } from "@tiptap/extension-text-align";
import { BackgroundColor, Color, FontFamily, FontSize, TextStyle } from "@tiptap/extension-text-style";
import { Underline } from "@tiptap/extension-underline";
import { UndoRedo } from "@tiptap/extensions/undo-redo";
import { type EditorState, NodeSelection, Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { BulletList, ListItem, OrderedList, Preformatted } from "./block-nodes";
import { LinkMark } from "./link-mark";
import { MergeTagNode } from "./merge-tag-node";
import { PasteStyles } from "./styled";

export interface TextEvents {
  onOpenTags: (from: number, to: number) => void;
  onEditTag: (at: number) => void;
  onOpenLink: () => void;
  onDone: () => void;
}

/** A heading has no paragraphs: its whole document is one line of inline content. */
const InlineDocument = Node.create({ name: "doc", topNode: true, content: "inline*" });

/** Language and direction of a passage survive being edited. */
const Direction = Extension.create({
  name: "direction",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading", "blockquote", "listItem"],
      attributes: { dir: { default: null }, lang: { default: null } },
    },
  ],
});

const marks = [
  Bold,
  Italic,
  Underline,
  Strike,
  Code,
  LinkMark,
  TextStyle,
  Color,
  BackgroundColor,
  FontSize,
  FontFamily,
];
/** What rich text is made of. */
export const textNodes = [Paragraph, Heading, Blockquote, Preformatted, BulletList, OrderedList, ListItem];
/** How they are aligned, and in which language and direction. */
export const textTraits = [TextAlign.configure({ types: ["heading", "paragraph"] }), Direction];

/** The selected words stay marked while the focus is in the toolbar or its forms. */
const KeptSelection = Extension.create({
  name: "keptSelection",
  addProseMirrorPlugins() {
    const { editor } = this;
    const decorations = ({ doc, selection }: EditorState) =>
      editor.isFocused || selection.empty || selection instanceof NodeSelection
        ? null
        : DecorationSet.create(doc, [Decoration.inline(selection.from, selection.to, { class: "kept-selection" })]);
    return [new Plugin({ props: { decorations } })];
  },
});

const keys = (kind: "inline" | "rich", events: TextEvents) =>
  Extension.create({
    name: "keys",
    // Before the keys of the marks and nodes, behind those of chips.
    priority: 900,
    addKeyboardShortcuts: () => ({
      "Mod-k": () => {
        events.onOpenLink();
        return true;
      },
      ...(kind === "inline"
        ? {
            Enter: () => {
              events.onDone();
              return true;
            },
          }
        : {}),
    }),
  });

/** What stands in a line, and what is done with it. */
export function inlineExtensions(kind: "inline" | "rich", events: TextEvents): Extensions {
  const chips = MergeTagNode.extend({ priority: 1000 }).configure({
    onOpen: events.onOpenTags,
    onEdit: events.onEditTag,
  });
  const history = UndoRedo.configure({ depth: 100, newGroupDelay: 500 });
  return [Text, HardBreak, ...marks, chips, history, KeptSelection, PasteStyles, keys(kind, events)];
}

/** What text may be: headings are inline only. */
export function extensionsFor(kind: "inline" | "rich", events: TextEvents): Extensions {
  const inline = inlineExtensions(kind, events);
  return kind === "inline" ? [InlineDocument, ...inline] : [Document, ...textNodes, ...textTraits, ...inline];
}
