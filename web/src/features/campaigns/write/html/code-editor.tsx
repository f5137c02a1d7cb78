import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { html, htmlLanguage } from "@codemirror/lang-html";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import { findingsOf } from "./findings";
import { colours, look, mergeTagMarks } from "./look";
import { completeMergeTag } from "./merge-tag-completion";

export interface CodeHandle {
  focus: () => void;
  /** Puts a text in place of what is selected. */
  insert: (text: string) => void;
}

interface Props {
  value: string;
  /** What it is at this moment: a value that is shown may be a few letters old. */
  read: () => string;
  onChange: (value: string) => void;
  label: string;
  /** What is to be read with it. */
  describedBy: string;
  /** What the server has against it. */
  error: string | undefined;
  disabled: boolean;
  onReady: (handle: CodeHandle | null) => void;
}

const fixed: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  EditorView.lineWrapping,
  bracketMatching(),
  mergeTagMarks,
  closeBrackets(),
  lintGutter(),
  autocompletion(),
  html({ autoCloseTags: true }),
  htmlLanguage.data.of({ autocomplete: completeMergeTag }),
  syntaxHighlighting(colours),
  look,
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
  // After Esc it moves the focus, which the editor sees to.
  keymap.of([indentWithTab]),
];

const namesOf = ({ label, describedBy, error }: Pick<Props, "label" | "describedBy" | "error">) =>
  EditorView.contentAttributes.of({
    "aria-label": label,
    "aria-describedby": describedBy,
    spellcheck: "false",
    // What scrolls is reached with the keyboard.
    tabindex: "0",
    ...(error ? { "aria-invalid": "true" } : {}),
  });

const fromOutside = Transaction.addToHistory.of(false);

/** HTML with its colours, numbers and errors. What is undone in it outlives every save. */
export default function CodeEditor({ value, read, onChange, label, describedBy, error, disabled, onReady }: Props) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [names] = useState(() => new Compartment());
  const [access] = useState(() => new Compartment());
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ read, onChange, onReady });
  latest.current = { read, onChange, onReady };

  useEffect(() => {
    if (!place) return;
    const made = new EditorView({
      parent: place,
      state: EditorState.create({
        doc: latest.current.read(),
        extensions: [
          fixed,
          names.of([]),
          access.of([]),
          EditorView.updateListener.of((update) => {
            const own = update.transactions.every((one) => one.annotation(Transaction.addToHistory) !== false);
            if (update.docChanged && own) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    latest.current.onReady({
      focus: () => made.focus(),
      insert: (text) => {
        made.dispatch(made.state.replaceSelection(text));
        made.focus();
      },
    });
    return () => {
      latest.current.onReady(null);
      view.current = null;
      made.destroy();
    };
  }, [place, names, access]);

  useEffect(() => {
    const { current } = view;
    if (!current || !place) return;
    const effects = [
      names.reconfigure(namesOf({ label, describedBy, error })),
      access.reconfigure(EditorState.readOnly.of(disabled)),
    ];
    current.dispatch({ effects });
    current.dispatch(setDiagnostics(current.state, findingsOf(error, current.state.doc)));
  }, [place, names, access, label, describedBy, error, disabled]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value says that there may be something to read
  useEffect(() => {
    const { current } = view;
    const now = latest.current.read();
    if (!current || !place || current.state.doc.toString() === now) return;
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: now },
      annotations: fromOutside,
    });
  }, [place, value]);

  return <div ref={setPlace} />;
}
