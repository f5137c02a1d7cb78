import type { Editor } from "@tiptap/core";
import {
  Heading2,
  Heading3,
  Image,
  List,
  ListOrdered,
  Minus,
  Plus,
  Quote,
  RectangleHorizontal,
  Tag,
} from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { ChoiceList } from "@/editor/controls/choice-list";
import { Popover } from "@/editor/controls/floating";
import { useTextState } from "@/editor/richtext/use-text";
import { Button } from "@/ui/button";
import { say } from "../words";
import { emptyLine, insertPart, newPart } from "./commands";

/** The slash that was typed. */
export interface Slash {
  from: number;
  to: number;
}

const choices = [
  { id: "picture", label: say.picture, icon: <Image aria-hidden="true" /> },
  { id: "button", label: say.button, icon: <RectangleHorizontal aria-hidden="true" /> },
  { id: "divider", label: say.divider, detail: "---", icon: <Minus aria-hidden="true" /> },
  { id: "heading", label: say.heading, detail: "##", icon: <Heading2 aria-hidden="true" /> },
  { id: "subheading", label: say.smallHeading, detail: "###", icon: <Heading3 aria-hidden="true" /> },
  { id: "bullets", label: say.bulletList, detail: "-", icon: <List aria-hidden="true" /> },
  { id: "numbers", label: say.numberedList, detail: "1.", icon: <ListOrdered aria-hidden="true" /> },
  { id: "quote", label: say.quote, detail: ">", icon: <Quote aria-hidden="true" /> },
  { id: "tag", label: say.mergeTag, detail: "{{", icon: <Tag aria-hidden="true" /> },
];

const deeds: Record<string, (editor: Editor) => unknown> = {
  divider: (editor) => put(editor, "divider"),
  button: (editor) => put(editor, "button"),
  heading: (editor) => editor.chain().setHeading({ level: 2 }).run(),
  subheading: (editor) => editor.chain().setHeading({ level: 3 }).run(),
  bullets: (editor) => editor.chain().toggleBulletList().run(),
  numbers: (editor) => editor.chain().toggleOrderedList().run(),
  quote: (editor) => editor.chain().toggleBlockquote().run(),
};

function put(editor: Editor, type: "divider" | "button") {
  const tr = insertPart(editor.state, newPart(type));
  if (tr) editor.view.dispatch(tr);
}

interface MenuProps {
  editor: Editor;
  /** Null where the button opened it. */
  slash: Slash | null;
  onClose: () => void;
  /** What opens something further. */
  onPicture: () => void;
  onTag: () => void;
}

/** What can stand on an empty line besides text. */
export function InsertMenu({ editor, slash, onClose, onPicture, onTag }: MenuProps) {
  const anchor = () => {
    const { left, top, bottom } = editor.view.coordsAtPos(editor.state.selection.from);
    return new DOMRect(left, top, 0, bottom - top);
  };
  const choose = (id: string) => {
    if (slash) editor.chain().deleteRange(slash).run();
    onClose();
    if (id === "picture") return onPicture();
    if (id === "tag") return onTag();
    deeds[id]?.(editor);
  };
  return (
    <Popover label={say.add} anchor={anchor} side="below" onClose={onClose} className="w-64">
      <div className="max-h-80 overflow-y-auto p-1">
        <ChoiceList
          label={say.addToTheEmail}
          placeholder={say.findWhatToAdd}
          empty={say.nothingHasThisName}
          choices={choices}
          onChoose={choose}
        />
      </div>
    </Popover>
  );
}

/** Beside the empty line of the caret. */
export function InsertButton({ editor, open, onOpen }: { editor: Editor; open: boolean; onOpen: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const line = useTextState(editor, ({ state }) => emptyLine(state)?.from ?? -1);
  useLayoutEffect(() => {
    const frame = button.current?.offsetParent;
    if (line < 0 || !button.current || !frame) return;
    const { top, bottom } = editor.view.coordsAtPos(line + 1);
    const middle = (top + bottom) / 2 - frame.getBoundingClientRect().top;
    button.current.style.top = `${middle - 16}px`;
  });
  if (line < 0) return null;
  return (
    <Button
      ref={button}
      look="quiet"
      size="small-icon"
      aria-label={say.addAPictureAButton}
      title={say.add}
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
      className="absolute right-0 xl:right-auto xl:-left-10"
    >
      <Plus aria-hidden="true" />
    </Button>
  );
}
