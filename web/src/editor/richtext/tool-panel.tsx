import type { Editor } from "@tiptap/core";
import type { Theme } from "@/email/types";
import { Button } from "@/ui/button";
import { ColorField } from "../controls/color-field";
import { Popover } from "../controls/floating";
import { FallbackForm, MergeTagPicker } from "../controls/merge-tag-picker";
import type { TagParts } from "../controls/tags";
import { say } from "../words";
import { readTag, tagSource } from "./chips";
import { LinkForm } from "./link-popover";

export type OpenPanel =
  | { name: "link" | "color" }
  /** `range` is the `{{` that was typed. */
  | { name: "tags"; range?: { from: number; to: number } }
  /** The chip at this position. */
  | { name: "tag"; at: number };

interface Props {
  editor: Editor;
  panel: OpenPanel;
  theme: Theme;
  attributes: readonly string[] | undefined;
  onClose: () => void;
}

const labels = { link: say.link, color: say.textColor, tags: say.mergeTag, tag: say.mergeTag };

/** What opens from the toolbar, or from the text itself. */
export function ToolPanel({ editor, panel, theme, attributes, onClose }: Props) {
  const anchor = () => {
    const button = document.querySelector(`[role="toolbar"] [data-panel="${panel.name}"]`);
    const typed = panel.name === "tags" && panel.range;
    return button && !typed ? button.getBoundingClientRect() : caretRect(editor);
  };
  const insert = (parts: TagParts) => {
    const { selection, storedMarks } = editor.state;
    const range = panel.name === "tags" && panel.range ? panel.range : { from: selection.from, to: selection.to };
    const marks = (storedMarks ?? selection.$from.marks()).map((mark) => mark.toJSON());
    editor
      .chain()
      .insertContentAt(range, { type: "mergeTag", attrs: { source: tagSource(parts) }, marks })
      .run();
    onClose();
  };
  return (
    <Popover label={labels[panel.name]} anchor={anchor} side="below" onClose={onClose}>
      {panel.name === "link" ? <LinkForm editor={editor} onClose={onClose} /> : null}
      {panel.name === "color" ? <ColorForm editor={editor} theme={theme} onClose={onClose} /> : null}
      {panel.name === "tags" ? <MergeTagPicker attributes={attributes} onPick={insert} /> : null}
      {panel.name === "tag" ? <ChipForm editor={editor} at={panel.at} onClose={onClose} /> : null}
    </Popover>
  );
}

function caretRect(editor: Editor): DOMRect {
  const { left, top, bottom } = editor.view.coordsAtPos(editor.state.selection.from);
  return new DOMRect(left, top, 0, bottom - top);
}

function ColorForm({ editor, theme, onClose }: Pick<Props, "editor" | "theme" | "onClose">) {
  const color: unknown = editor.getAttributes("textStyle").color;
  return (
    <div className="grid w-64 max-w-full gap-3">
      <ColorField
        label={say.textColor}
        value={typeof color === "string" ? color : undefined}
        fallback={theme.textColor}
        against={theme.contentBackgroundColor}
        theme={theme}
        onChange={(next) => {
          if (next === undefined) editor.chain().unsetColor().run();
          else editor.chain().setColor(next).run();
        }}
      />
      <Button size="small" look="accent" onClick={onClose}>
        {say.done}
      </Button>
    </div>
  );
}

function ChipForm({ editor, at, onClose }: Pick<Props, "editor" | "onClose"> & { at: number }) {
  const node = editor.state.doc.nodeAt(at);
  if (node?.type.name !== "mergeTag") return null;
  const { path, fallback } = readTag(String(node.attrs.source));
  const range = { from: at, to: at + node.nodeSize };
  const change = (parts: TagParts) => {
    const marks = node.marks.map((mark) => mark.toJSON());
    editor
      .chain()
      .insertContentAt(range, { type: "mergeTag", attrs: { source: tagSource(parts) }, marks })
      .run();
    onClose();
  };
  const remove = () => {
    editor.chain().deleteRange(range).run();
    onClose();
  };
  return <FallbackForm path={path} action={say.change} initial={fallback ?? ""} onSubmit={change} onRemove={remove} />;
}
