import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { ArrowDown, ArrowUp, LayoutTemplate, Pencil, Trash2 } from "lucide-react";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { Popover } from "@/editor/controls/floating";
import { ToolButton, ToolbarRow } from "@/editor/richtext/toolbar-row";
import { BlockHtml } from "@/editor/view/block-html";
import { parseBlocks } from "@/email";
import { kindOf } from "@/email/blocks";
import type { Block, Theme } from "@/email/types";
import { useMedia } from "@/lib/hooks";
import { say } from "../words";
import { changePart, isFresh, moveBy } from "./commands";
import { ButtonForm, ImageForm } from "./part-forms";
import type { Prose } from "./prose";
import type { PartProps } from "./views";

export interface PartViewProps extends PartProps {
  prose: Prose;
  theme: Theme;
  /** px between the paddings of the email. */
  width: number;
  onDesign: () => void;
}

/** Shown as they are; the others stand on the paper they were designed for. */
const plain = new Set(["image", "button", "divider", "spacer"]);

/** What only a newer version can read of a block. */
const unread = (mail: unknown, block: Block | undefined) =>
  Object.fromEntries(Object.entries(mail ?? {}).filter(([key]) => block && !(key in block)));

/** What can be done with a part, with the keyboard as well. */
function useDeeds({ prose, at }: Pick<PartViewProps, "prose" | "at">) {
  const { view } = prose;
  const select = () => {
    const place = at();
    if (place === undefined) return null;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, place)));
    return place;
  };
  return {
    select,
    move: (step: -1 | 1) => {
      if (select() === null) return;
      const tr = moveBy(view.state, step);
      if (tr) view.dispatch(tr);
    },
    remove: () => {
      const place = select();
      if (place === null) return;
      const tr = view.state.tr.deleteSelection();
      view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(place, tr.doc.content.size)))));
      view.focus();
    },
    change: (mail: unknown) => {
      const place = at();
      if (place !== undefined) changePart(prose.editor, place, mail as Block);
    },
  };
}

interface ToolsProps {
  name: string;
  edits: boolean;
  deeds: ReturnType<typeof useDeeds>;
  onEdit: () => void;
  onDesign: () => void;
  onLeave: () => void;
}

function Tools({ name, edits, deeds, onEdit, onDesign, onLeave }: ToolsProps) {
  return (
    <div data-part-tools="" className="sticky top-42 z-10 flex h-0 items-end justify-end pr-2">
      <div className="-translate-y-3">
        <ToolbarRow label={`${name} tools`} onEscape={onLeave}>
          {edits ? (
            <ToolButton
              aria-label={say.editToLowerCase(name.toLowerCase())}
              aria-haspopup="dialog"
              tabIndex={0}
              onClick={onEdit}
            >
              <Pencil aria-hidden="true" />
            </ToolButton>
          ) : null}
          <ToolButton aria-label={say.editInDesign} tabIndex={edits ? -1 : 0} onClick={onDesign}>
            <LayoutTemplate aria-hidden="true" />
          </ToolButton>
          <ToolButton aria-label={say.moveUp} onClick={() => deeds.move(-1)}>
            <ArrowUp aria-hidden="true" />
          </ToolButton>
          <ToolButton aria-label={say.moveDown} onClick={() => deeds.move(1)}>
            <ArrowDown aria-hidden="true" />
          </ToolButton>
          <ToolButton aria-label={say.remove} onClick={deeds.remove}>
            <Trash2 aria-hidden="true" />
          </ToolButton>
        </ToolbarRow>
      </div>
    </div>
  );
}

/** Says what a picture shows, or that nobody has said it yet. */
function Caption({ block, onEdit }: { block: Block; onEdit: () => void }) {
  if (block.type !== "image") return null;
  const said = block.decorative ? say.decorative : block.alt;
  return (
    <button
      type="button"
      data-part-tools=""
      tabIndex={-1}
      onClick={onEdit}
      className="mx-auto -mt-2 mb-4 block max-w-full truncate font-sans text-12 text-muted hover:text-text"
    >
      {said || say.describeThisImage}
    </button>
  );
}

/** A part of the email between its lines. */
export const PartView = memo(function PartView({ mail, selected, at, prose, theme, width, onDesign }: PartViewProps) {
  const frame = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState(false);
  // When the frame is there, beside which it opens.
  useEffect(() => {
    if (isFresh(mail)) setEditing(true);
  }, [mail]);
  const block = useMemo(() => parseBlocks([mail]).blocks[0], [mail]);
  const phone = useMedia("(max-width: 639px)");
  const deeds = useDeeds({ prose, at });
  const edits = block?.type === "image" || block?.type === "button";
  const name = block ? kindOf(block).name : say.part;
  const edit = () => {
    deeds.select();
    setEditing(true);
  };
  const close = () => {
    setEditing(false);
    prose.view.focus();
  };
  const change = (next: Block) => deeds.change({ ...unread(mail, block), ...next });
  return (
    <section
      ref={frame}
      aria-label={block ? [name, kindOf(block).excerpt(block)].filter(Boolean).join(": ") : name}
      className="relative"
      onDoubleClick={edits ? edit : undefined}
    >
      {selected ? (
        <Tools name={name} edits={edits} deeds={deeds} onEdit={edit} onDesign={onDesign} onLeave={close} />
      ) : null}
      {!block ? (
        <p className="rounded-control border border-line p-4 font-sans text-13 text-muted">{say.thisPartWasMadeWith}</p>
      ) : plain.has(block.type) ? (
        <BlockHtml block={block} theme={theme} width={width} stacked={phone} />
      ) : (
        <div
          className="overflow-x-auto rounded-control border border-line px-4 pt-4"
          style={{ backgroundColor: theme.contentBackgroundColor }}
        >
          <BlockHtml block={block} theme={theme} width={width} stacked={phone} />
        </div>
      )}
      {block ? <Caption block={block} onEdit={edit} /> : null}
      {editing && block && edits ? (
        <Popover
          label={say.editToLowerCase(name.toLowerCase())}
          anchor={() => frame.current?.getBoundingClientRect() ?? null}
          side="below"
          onClose={close}
        >
          {block.type === "image" ? <ImageForm block={block} onChange={change} onClose={close} /> : null}
          {block.type === "button" ? <ButtonForm block={block} onChange={change} onClose={close} /> : null}
        </Popover>
      ) : null}
    </section>
  );
});
