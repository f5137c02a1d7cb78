import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { Link, Tag } from "lucide-react";
import { useCallback } from "react";
import { Floating } from "@/editor/controls/floating";
import { Lists, marks, toggles, useActive } from "@/editor/richtext/format-toolbar";
import { ToolButton, ToolbarRow, ToolLine } from "@/editor/richtext/toolbar-row";
import { useTextState } from "@/editor/richtext/use-text";
import { useMedia } from "@/lib/hooks";
import { say } from "../words";

export type ToolbarPanel = "link" | "tags";

const levels = [1, 2, 3] as const;
/** Left out where there is no room; the keys do them all the same. */
const rare = ["underline", "strike", "code"];

/** Text, or a heading. */
function Kind({ editor }: { editor: Editor }) {
  const value = useTextState(editor, (now) => levels.find((level) => now.isActive("heading", { level })) ?? 0);
  const choose = (next: number) => {
    const level = levels.find((one) => one === next);
    if (level) editor.chain().focus().setHeading({ level }).run();
    else editor.chain().focus().setParagraph().run();
  };
  return (
    <select
      aria-label={say.paragraphStyle}
      tabIndex={0}
      value={value}
      onChange={(event) => choose(Number(event.target.value))}
      className="h-8 rounded-[6px] bg-transparent px-1.5 text-13 hover:bg-raised [&_option]:bg-surface"
    >
      <option value={0}>{say.text}</option>
      {levels.map((level) => (
        <option key={level} value={level}>
          {say.headingLevel(level)}
        </option>
      ))}
    </select>
  );
}

/** The selected words, in the window. */
export function selectionRect({ view, state }: Editor): DOMRect {
  const { from, to } = state.selection;
  const start = view.coordsAtPos(from);
  const end = view.coordsAtPos(to, -1);
  return new DOMRect(Math.min(start.left, end.left), start.top, 0, Math.max(0, end.bottom - start.top));
}

interface Props {
  editor: Editor;
  open: ToolbarPanel | null;
  onOpen: (panel: ToolbarPanel) => void;
}

/** How far its toolbar may stand out of the text, in pixels: what is above it is used while words are selected. */
const OVER = 16;

/** What can be done with the selected words, above them; where fingers select, below, for the system's menu is above. */
export function ProseToolbar({ editor, open, onOpen }: Props) {
  const active = useActive(editor);
  const coarse = useMedia("(pointer: coarse)");
  const phone = useMedia("(max-width: 639px)");
  const anchor = useCallback(() => selectionRect(editor), [editor]);
  const ceiling = useCallback(() => editor.view.dom.getBoundingClientRect().top - OVER, [editor]);
  // It follows the selection.
  const selected = useTextState(editor, ({ state: { selection } }) =>
    selection.empty || selection instanceof NodeSelection ? "" : `${selection.from} ${selection.to}`,
  );
  if (selected === "") return null;
  return (
    <Floating anchor={anchor} side={coarse ? "below" : "above"} ceiling={ceiling}>
      <ToolbarRow label={say.formatting} onEscape={() => editor.commands.focus()}>
        <Kind editor={editor} />
        <ToolLine />
        {marks
          .filter(([name]) => !(phone ? rare : ["underline"]).includes(name))
          .map(([name, label, Icon]) => (
            <ToolButton key={name} aria-label={label} pressed={active.has(name)} onClick={() => toggles[name](editor)}>
              <Icon aria-hidden="true" />
            </ToolButton>
          ))}
        <ToolButton
          aria-label={say.link}
          aria-haspopup="dialog"
          aria-expanded={open === "link"}
          data-panel="link"
          pressed={active.has("link")}
          onClick={() => onOpen("link")}
        >
          <Link aria-hidden="true" />
        </ToolButton>
        <Lists editor={editor} active={active} />
        <ToolLine />
        <ToolButton
          aria-label={say.mergeTag}
          aria-haspopup="dialog"
          aria-expanded={open === "tags"}
          data-panel="tags"
          onClick={() => onOpen("tags")}
        >
          <Tag aria-hidden="true" />
        </ToolButton>
      </ToolbarRow>
    </Floating>
  );
}
