import { useCallback } from "react";
import type { Block } from "@/email/types";
import { BlockBytes } from "../checks/block-bytes";
import { blockIcons } from "../palette/icons";
import { blockNames, useEditor, useSelectedBlock, useTheme } from "../state";
import { type BlockError, type UiState, useUiState } from "../ui";
import { ColumnsFields } from "./columns-fields";
import { useTop } from "./controls";
import { EditProvider, editOf } from "./edit";
import { HeroFields, SocialFields } from "./hero-fields";
import { ImageFields } from "./image-fields";
import { LookFields } from "./look-fields";
import { ButtonFields, DividerFields, SpacerFields } from "./simple-fields";
import { HeadingFields, TextFields } from "./text-fields";

const none: readonly BlockError[] = [];

/** Everything about the selected block. */
export default function PropertiesPanel() {
  const block = useSelectedBlock();
  if (!block) return <p className="text-13 text-muted">Select a component to edit its properties</p>;
  return <BlockForm key={block.id} block={block} />;
}

function BlockForm({ block }: { block: Block }) {
  const editor = useEditor();
  const theme = useTheme();
  const errors = useUiState(useCallback((state: UiState) => state.errors.get(block.id) ?? none, [block.id]));
  const Icon = blockIcons[block.type];
  const loose = errors.filter(({ field }) => field === "" || field === "id" || field === "type" || field === "style");
  return (
    <EditProvider value={editOf(editor, block, theme, errors)}>
      <header className="mb-4 flex items-center gap-2">
        <Icon aria-hidden="true" className="size-4 text-muted" />
        <h2 ref={useTop()} className="font-medium">
          {blockNames[block.type]}
        </h2>
        <BlockBytes id={block.id} />
      </header>
      {loose.map(({ field, message }) => (
        <p key={field} role="alert" className="mb-3 text-12 text-red">
          {message}
        </p>
      ))}
      <OwnFields block={block} />
      <LookFields />
    </EditProvider>
  );
}

function OwnFields({ block }: { block: Block }) {
  switch (block.type) {
    case "heading":
      return <HeadingFields block={block} />;
    case "text":
      return <TextFields block={block} />;
    case "image":
      return <ImageFields block={block} />;
    case "button":
      return <ButtonFields block={block} />;
    case "divider":
      return <DividerFields block={block} />;
    case "spacer":
      return <SpacerFields block={block} />;
    case "columns":
      return <ColumnsFields block={block} />;
    case "social":
      return <SocialFields block={block} />;
    case "hero":
    case "hero-image":
      return <HeroFields block={block} />;
  }
}
