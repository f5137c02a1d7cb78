import { ArrowLeft, Check, Code, Eye, FolderOpen, Redo2, Save, Undo2 } from "lucide-react";
import { cn } from "@/lib/cn";
import { countOf } from "@/lib/format";
import { Button } from "@/ui/button";
import { useCommands } from "../commands";
import { openPreview } from "../dialogs/preview";
import { withMod } from "../keyboard/keys";
import { usePictures } from "../pictures/context";
import { shownDocument } from "../pictures/foreign";
import { type EditorState, indexBlocks, useEditor, useEditorState } from "../state";
import { type UiState, useSurroundings, useUi, useUiState } from "../ui";
import { say } from "../words";
import { FieldInput } from "./field-input";
import { MoreMenu } from "./more-menu";

const countBlocks = (state: EditorState) => indexBlocks(state.document.blocks).size;
const isDirty = (state: EditorState) => state.dirty;
const isSaving = (state: UiState) => state.saving;

/** Where there is little room, words say more than signs. */
const narrow = "max-sm:px-1.5 max-sm:[&_svg]:hidden";

interface Props {
  onBack: () => void;
  onSave: () => void;
  /** Saves what is not saved, and leaves. */
  onDone: () => void;
  /** Saves what is not saved, and sends it as a test. */
  onTest: () => void;
}

export function Header({ onBack, onSave, onDone, onTest }: Props) {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-page px-3 py-2">
      <Button look="quiet" size="small" onClick={onBack} className="px-2">
        <ArrowLeft />
        {say.back}
      </Button>
      <div className="min-w-0 flex-1 basis-48">
        <Name />
        <Standing />
      </div>
      <div className="flex items-center gap-1.5 max-sm:w-full max-sm:gap-0.5">
        <Retrace />
        <Actions onSave={onSave} onDone={onDone} />
        <MoreMenu onTest={onTest} />
      </div>
    </header>
  );
}

const nameOf = (state: EditorState) => state.document.name;

/** A campaign has no name of its own: its newsletter's stands here. */
function Name() {
  const { mode } = useSurroundings();
  const name = useEditorState(nameOf);
  if (mode === "campaign") return <p className="truncate px-2 font-medium font-serif text-lg leading-8">{name}</p>;
  return (
    <FieldInput
      field="name"
      label={say.templateName}
      placeholder={say.enterTemplateName}
      maxLength={200}
      className="h-8 border-transparent bg-transparent px-2 font-medium font-serif text-lg sm:text-lg"
    />
  );
}

/** How much there is, and whether it is safe. */
function Standing() {
  const count = useEditorState(countBlocks);
  const dirty = useEditorState(isDirty);
  // What saves itself is unsaved at every other word: that is seen, and not read out.
  const told = useSurroundings().mode === "template" ? "status" : undefined;
  return (
    <p className="px-2 text-12 text-muted figures" role={told}>
      {countOf(count, "component")}
      {dirty ? <span className="text-yellow"> {say.unsavedChanges}</span> : null}
    </p>
  );
}

const undoLabel = (state: EditorState) => state.undoLabel;
const redoLabel = (state: EditorState) => state.redoLabel;

function Retrace() {
  const commands = useCommands();
  const undo = useEditorState(undoLabel);
  const redo = useEditorState(redoLabel);
  const name = (verb: string, label: string | null) => (label ? `${verb}: ${label}` : verb);
  return (
    <>
      <Button
        look="quiet"
        size="small-icon"
        disabled={undo === null}
        onClick={commands.undo}
        aria-label={name(say.undo, undo)}
        title={`${name(say.undo, undo)} (${withMod("Z")})`}
      >
        <Undo2 />
      </Button>
      <Button
        look="quiet"
        size="small-icon"
        disabled={redo === null}
        onClick={commands.redo}
        aria-label={name(say.redo, redo)}
        title={`${name(say.redo, redo)} (${withMod("Shift+Z")})`}
      >
        <Redo2 />
      </Button>
    </>
  );
}

function Actions({ onSave, onDone }: Pick<Props, "onSave" | "onDone">) {
  const ui = useUi();
  const editor = useEditor();
  const empty = useEditorState(countBlocks) === 0;
  const dirty = useEditorState(isDirty);
  const saving = useUiState(isSaving);
  const { allowed, origin } = usePictures();
  const preview = () => openPreview(shownDocument(editor.getState().document, allowed, origin));
  return (
    <>
      <Button size="small" className={narrow} onClick={() => ui.set({ overlay: { name: "load" } })}>
        <FolderOpen />
        {say.load}
      </Button>
      <Button size="small" className={narrow} disabled={empty} onClick={preview}>
        <Eye />
        {say.preview}
      </Button>
      <Button size="small" className={narrow} disabled={empty} onClick={() => ui.set({ overlay: { name: "html" } })}>
        <Code />
        {say.html}
      </Button>
      <Button
        size="small"
        look="accent"
        className={cn(narrow, "max-sm:ml-auto")}
        disabled={!dirty || saving}
        aria-busy={saving}
        onClick={onSave}
      >
        <Save />
        {say.save}
      </Button>
      <Button size="small" className={narrow} disabled={saving} onClick={onDone}>
        <Check />
        {say.done}
      </Button>
    </>
  );
}
