import type { Editor } from "@tiptap/core";
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Code,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Palette,
  Quote,
  Strikethrough,
  Tag,
  Underline,
} from "lucide-react";
import { cn } from "@/lib/cn";
import { say } from "../words";
import type { Alignment, BlockTools } from "./block-tools";
import { ToolButton, ToolbarRow, ToolLine } from "./toolbar-row";
import { useTextState } from "./use-text";

export type Panel = "link" | "color" | "tags";

interface Props {
  editor: Editor;
  kind: "inline" | "rich";
  tools: BlockTools;
  open: Panel | null;
  onOpen: (panel: Panel) => void;
}

export const marks: [name: "bold" | "italic" | "underline" | "strike" | "code", label: string, Icon: LucideIcon][] = [
  ["bold", say.bold, Bold],
  ["italic", say.italic, Italic],
  ["underline", say.underline, Underline],
  ["strike", say.strikethrough, Strikethrough],
  ["code", say.code, Code],
];

export const toggles = {
  bold: (editor: Editor) => editor.chain().focus().toggleBold().run(),
  italic: (editor: Editor) => editor.chain().focus().toggleItalic().run(),
  underline: (editor: Editor) => editor.chain().focus().toggleUnderline().run(),
  strike: (editor: Editor) => editor.chain().focus().toggleStrike().run(),
  code: (editor: Editor) => editor.chain().focus().toggleCode().run(),
};

const alignments: [value: Alignment, label: string, Icon: LucideIcon][] = [
  ["left", say.alignLeft, AlignLeft],
  ["center", say.alignCenter, AlignCenter],
  ["right", say.alignRight, AlignRight],
  ["justify", say.justify, AlignJustify],
];

/** What the caret stands in, as one string: the toolbar is drawn anew only when that changes. */
export function useActive(editor: Editor) {
  const text = useTextState(editor, (now) =>
    [
      ...marks.map(([name]) => now.isActive(name) && name),
      now.isActive("link") && "link",
      now.isActive("bulletList") && "bulletList",
      now.isActive("orderedList") && "orderedList",
      now.isActive("blockquote") && "blockquote",
      now.getAttributes("textStyle").color && "color",
      ...alignments.map(([value]) => now.isActive({ textAlign: value }) && value),
    ]
      .filter(Boolean)
      .join(" "),
  );
  return new Set(text.split(" "));
}

export function FormatToolbar({ editor, kind, tools, open, onOpen }: Props) {
  const active = useActive(editor);
  const panel = (name: Panel, label: string, Icon: LucideIcon, pressed?: boolean) => (
    <ToolButton
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={open === name}
      data-panel={name}
      className={cn(pressed && "bg-raised text-text")}
      onClick={() => onOpen(name)}
    >
      <Icon aria-hidden="true" />
    </ToolButton>
  );
  return (
    <ToolbarRow label={say.formatting} onEscape={() => editor.commands.focus()}>
      <Kind editor={editor} kind={kind} tools={tools} />
      <ToolLine />
      {marks.map(([name, label, Icon]) => (
        <ToolButton key={name} aria-label={label} pressed={active.has(name)} onClick={() => toggles[name](editor)}>
          <Icon aria-hidden="true" />
        </ToolButton>
      ))}
      {panel("color", say.textColor, Palette, active.has("color"))}
      {panel("link", say.link, Link, active.has("link"))}
      <ToolLine />
      {alignments.map(([value, label, Icon]) => (
        <ToolButton
          key={value}
          aria-label={label}
          pressed={kind === "inline" ? tools.align === value : active.has(value)}
          onClick={() => (kind === "inline" ? tools.setAlign(value) : setAlign(editor, value))}
        >
          <Icon aria-hidden="true" />
        </ToolButton>
      ))}
      {kind === "rich" ? <Lists editor={editor} active={active} /> : null}
      <ToolLine />
      {panel("tags", say.mergeTag, Tag)}
    </ToolbarRow>
  );
}

const setAlign = (editor: Editor, value: Alignment) =>
  editor.isActive({ textAlign: value })
    ? editor.chain().focus().unsetTextAlign().run()
    : editor.chain().focus().setTextAlign(value).run();

export function Lists({ editor, active }: { editor: Editor; active: Set<string> }) {
  const chain = () => editor.chain().focus();
  return (
    <>
      <ToolLine />
      <ToolButton
        aria-label={say.bulletList}
        pressed={active.has("bulletList")}
        onClick={() => chain().toggleBulletList().run()}
      >
        <List aria-hidden="true" />
      </ToolButton>
      <ToolButton
        aria-label={say.numberedList}
        pressed={active.has("orderedList")}
        onClick={() => chain().toggleOrderedList().run()}
      >
        <ListOrdered aria-hidden="true" />
      </ToolButton>
      <ToolButton
        aria-label={say.quote}
        pressed={active.has("blockquote")}
        onClick={() => chain().toggleBlockquote().run()}
      >
        <Quote aria-hidden="true" />
      </ToolButton>
    </>
  );
}

const levels = [1, 2, 3, 4, 5, 6] as const;

/** Paragraph or heading 1 to 6; of a heading block, its level. */
function Kind({ editor, kind, tools }: Pick<Props, "editor" | "kind" | "tools">) {
  const inText = useTextState(editor, (now) => levels.find((level) => now.isActive("heading", { level })) ?? 0);
  const value = kind === "inline" ? tools.level : inText;
  const choose = (next: number) => {
    const level = levels.find((one) => one === next);
    if (kind === "inline") {
      if (level) tools.setLevel(level);
      editor.commands.focus();
    } else if (level) editor.chain().focus().setHeading({ level }).run();
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
      {kind === "rich" ? <option value={0}>{say.paragraph}</option> : null}
      {levels.map((level) => (
        <option key={level} value={level}>
          {say.headingLevel(level)}
        </option>
      ))}
    </select>
  );
}
