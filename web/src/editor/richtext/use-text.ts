import { Editor } from "@tiptap/core";
import { Selection } from "@tiptap/pm/state";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { kindOf, writingOf } from "@/email/blocks";
import type { Kind } from "@/email/sanitize";
import type { WrittenBlock } from "@/email/types";
import { holdStyles } from "@/lib/inline-styles";
import { warn } from "@/lib/notify";
import { say } from "../words";
import { toEditor, toStored } from "./content";
import { extensionsFor } from "./extensions";
import { cleanPaste } from "./paste";
import { contentFrom } from "./styled";
import type { OpenPanel } from "./tool-panel";

/** The text as the document stores it. */
const contentOf = (editor: Editor, kind: Kind): string => (editor.isEmpty ? "" : toStored(editor.getHTML(), kind));

interface Events {
  onChange: (content: string) => void;
  onDone: () => void;
  onOpen: (panel: OpenPanel) => void;
  typed?: RefObject<string> | undefined;
}

/** The caret at the end at once, for a key may follow at once; behind what was typed before. */
function begin(text: Editor, typed: RefObject<string> | undefined) {
  const { view } = text;
  view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)));
  view.focus();
  const [first = "", ...lines] = (typed?.current ?? "").split("\n");
  if (typed) typed.current = "";
  const write = (line: string) => line && view.dispatch(view.state.tr.insertText(line));
  write(first);
  for (const line of lines) {
    text.commands.keyboardShortcut(say.enter);
    // In a heading that was the end.
    if (text.isDestroyed) return;
    write(line);
  }
}

/** TipTap in an element of its own; null until that is there. What the block's content becomes meanwhile is its own doing. */
export function useText(block: WrittenBlock, host: HTMLElement | null, events: Events): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  const latest = useRef(events);
  latest.current = events;
  const start = useRef(block.content);
  const kind = writingOf(block).html;
  const { name } = kindOf(block);
  useLayoutEffect(() => {
    if (!host) return;
    const text = createText(host, { kind, name, content: start.current }, latest);
    setEditor(text);
    begin(text, latest.current.typed);
    return () => text.destroy();
  }, [host, kind, name]);
  return editor;
}

interface Begun {
  kind: Kind;
  /** What the block is called. */
  name: string;
  content: string;
}

function createText(host: HTMLElement, { kind, name, content }: Begun, latest: { current: Events }): Editor {
  const extensions = extensionsFor(kind, {
    onOpenTags: (from, to) => latest.current.onOpen({ name: "tags", range: { from, to } }),
    onEditTag: (at) => latest.current.onOpen({ name: "tag", at }),
    onOpenLink: () => latest.current.onOpen({ name: "link" }),
    onDone: () => latest.current.onDone(),
  });
  const onPictures = () => warn(say.textHoldsNoPicturesPaste);
  return new Editor({
    element: host,
    content: contentFrom(toEditor(content), extensions),
    // Done at once instead; TipTap's own comes a moment later.
    autofocus: false,
    extensions,
    // It would be a style element made at run time; richtext.css has these rules.
    injectCSS: false,
    editorProps: {
      transformPastedHTML: (html) => holdStyles(cleanPaste(html, kind, onPictures)),
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": say.nameAltF10ForFormatting(name),
        spellcheck: "true",
      },
    },
    onUpdate: ({ editor }) => latest.current.onChange(contentOf(editor, kind)),
  });
}

/** Something about the text, such as whether the caret stands in bold; drawn anew only when it changes. */
export function useTextState<T extends string | number | boolean>(editor: Editor, read: (editor: Editor) => T): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      editor.on("transaction", listener);
      return () => {
        editor.off("transaction", listener);
      };
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, () => read(editor));
}
