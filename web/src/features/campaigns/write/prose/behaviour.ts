import { Extension, InputRule } from "@tiptap/core";
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { judgeLink } from "@/editor/richtext/links";
import { say } from "../words";
import { emptyLine, insertPart, moveBy, newPart } from "./commands";

export interface BehaviourOptions {
  /** Gives every line its block. */
  settle: (tr: Transaction) => Transaction;
  /** The author typed a slash, which stands between these positions, and wants to choose. */
  onInsert: (from: number, to: number) => void;
}

const HINT = say.writeYourEmailTypeTo;
const LINK = /\[([^\]]+)\]\(([^()\s]+)\)$/;

/** Three dashes are a line across the mail. */
const dividerRule = () =>
  new InputRule({
    find: /^(?:---|—-)$/,
    handler: ({ state, range }) => {
      const { $from } = state.selection;
      if ($from.depth !== 1 || $from.parent.content.size !== range.to - range.from) return null;
      const { tr } = state;
      tr.delete(range.from, range.to);
      insertPart(state, newPart("divider"), { from: $from.before(1), to: tr.mapping.map($from.after(1)) });
    },
  });

/** `[words](address)` */
const linkRule = () =>
  new InputRule({
    find: LINK,
    handler: ({ state, range, match }) => {
      const [, words = "", address = ""] = match;
      const verdict = judgeLink(address);
      const { link } = state.schema.marks;
      if ("error" in verdict || !link) return null;
      const { tr } = state;
      const after = state.doc.resolve(range.to).marks();
      tr.delete(range.from + 1 + words.length, range.to).delete(range.from, range.from + 1);
      tr.addMark(range.from, range.from + words.length, link.create(verdict)).setStoredMarks(after);
    },
  });

function hint({ doc }: EditorState) {
  const only = doc.childCount === 1 ? doc.firstChild : null;
  if (only?.type.name !== "paragraph" || only.content.size > 0) return null;
  return DecorationSet.create(doc, [Decoration.node(0, only.nodeSize, { class: "is-waiting", "data-hint": HINT })]);
}

/** A slash at the beginning of a line is written like any other, and stays when nothing is chosen. */
function openAtSlash(state: EditorState, text: string, onOpen: BehaviourOptions["onInsert"]): Transaction | null {
  if (text !== "/" || !emptyLine(state)) return null;
  const { from } = state.selection;
  queueMicrotask(() => onOpen(from, from + 1));
  return state.tr.insertText("/");
}

/** What is done in a mail besides writing text. */
export const Behaviour = Extension.create<BehaviourOptions>({
  name: "behaviour",
  addOptions: () => ({ settle: (tr) => tr, onInsert: () => undefined }),
  addInputRules: () => [dividerRule(), linkRule()],
  addKeyboardShortcuts() {
    const { editor } = this;
    const move = (step: -1 | 1) => () => {
      const tr = moveBy(editor.state, step);
      if (tr) editor.view.dispatch(tr);
      return true;
    };
    return {
      "Alt-ArrowUp": move(-1),
      "Alt-ArrowDown": move(1),
      // Below a part one goes on writing.
      Enter: () => {
        const { selection, schema, tr } = editor.state;
        const isPart = selection instanceof NodeSelection && selection.node.type.name === "part";
        const line = schema.nodes.paragraph?.create();
        if (!isPart || !line) return false;
        tr.insert(selection.to, line);
        editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, selection.to + 1)).scrollIntoView());
        return true;
      },
    };
  },
  addProseMirrorPlugins() {
    const { settle, onInsert } = this.options;
    return [
      new Plugin({
        props: {
          decorations: hint,
          handleTextInput: (view, _from, _to, text) => {
            const tr = openAtSlash(view.state, text, onInsert);
            if (tr) view.dispatch(tr);
            return tr !== null;
          },
        },
        appendTransaction: (transactions, _, state) => {
          if (!transactions.some((one) => one.docChanged)) return null;
          const tr = settle(state.tr);
          return tr.docChanged ? tr : null;
        },
      }),
    ];
  },
});
