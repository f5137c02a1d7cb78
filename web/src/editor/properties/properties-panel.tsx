import { useCallback } from "react";
import type { Block } from "@/email/types";
import { BlockBytes } from "../checks/block-bytes";
import { useTop } from "../controls/fields";
import { blockIcons } from "../palette/icons";
import { blockNames, useEditor, useSelectedBlock, useTheme } from "../state";
import { type BlockError, type UiState, useUiState } from "../ui";
import { say } from "../words";
import { EditProvider, editOf } from "./edit";
import { LookFields } from "./look-fields";
import { panelOf } from "./panels";

const none: readonly BlockError[] = [];

/** Everything about the selected block. */
export default function PropertiesPanel() {
  const block = useSelectedBlock();
  if (!block) return <p className="text-13 text-muted">{say.selectAComponentToEdit}</p>;
  return <BlockForm key={block.id} block={block} />;
}

function BlockForm({ block }: { block: Block }) {
  const editor = useEditor();
  const theme = useTheme();
  const errors = useUiState(useCallback((state: UiState) => state.errors.get(block.id) ?? none, [block.id]));
  const Icon = blockIcons[block.type];
  const { Fields } = panelOf(block.type);
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
      <Fields block={block} />
      <LookFields />
    </EditProvider>
  );
}
