import { useEffect, useMemo, useState } from "react";
import { useClipboard } from "./clipboard/use-clipboard";
import { CommandsProvider, createCommands } from "./commands";
import { DragLayer } from "./dnd/drag-layer";
import { FileDrops } from "./dnd/file-drops";
import type { EditorHost } from "./host";
import { useEditorKeys } from "./keyboard/use-editor-keys";
import { Announcer } from "./layout/announcer";
import { Fields } from "./layout/fields";
import { Header } from "./layout/header";
import { useSave } from "./layout/use-save";
import { Workspace } from "./layout/workspace";
import { Overlays } from "./overlays";
import { createConsent } from "./pictures/consent";
import { PicturesProvider } from "./pictures/context";
import { SavedProvider } from "./saved/context";
import { createSavedBlocks } from "./saved/store";
import { type Editor, EditorProvider } from "./state";
import { createUi, SurroundingsProvider } from "./ui";
import { ElementsProvider } from "./view/context";
import { CanvasElements } from "./view/elements";

export interface EmailEditorProps {
  editor: Editor;
  host: EditorHost;
  mode: "template" | "campaign";
  onBack: () => void;
  /** After the host has saved because its author asked for it. */
  onSaved?: () => void;
}

/**
 * Where mails are made. Fills what is left of the column it stands in.
 * Give it a `key` when the mail becomes another one.
 */
export function EmailEditor({ editor, host, mode, onBack, onSaved }: EmailEditorProps) {
  const [ui] = useState(createUi);
  const [elements] = useState(() => new CanvasElements());
  const surroundings = useMemo(() => ({ host, mode, ui }), [host, mode, ui]);
  const commands = useMemo(
    () => createCommands({ editor, ui, elements, origin: host.origin }),
    [editor, ui, elements, host.origin],
  );
  const pictures = useMemo(
    () => ({ consent: createConsent(host.storageKey), origin: host.origin }),
    [host.storageKey, host.origin],
  );
  const saved = useMemo(
    () => createSavedBlocks(host.savedBlocks, host.storageKey),
    [host.savedBlocks, host.storageKey],
  );
  const save = useSave(editor, surroundings, onSaved);
  useEditorKeys(commands, save);
  const done = async () => {
    await save();
    // What could not be saved keeps its author here.
    if (!editor.getState().dirty) onBack();
  };
  const test = async () => {
    await save();
    if (!editor.getState().dirty) host.test?.();
  };
  // Text that was being written is not on the way back any more.
  useEffect(() => () => editor.dispatch({ type: "edit", id: null }), [editor]);
  return (
    <SurroundingsProvider value={surroundings}>
      <EditorProvider editor={editor}>
        <ElementsProvider value={elements}>
          <CommandsProvider value={commands}>
            <SavedProvider value={saved}>
              <PicturesProvider value={pictures}>
                <div className="flex min-h-0 grow basis-0 flex-col overflow-hidden bg-page">
                  <Header onBack={onBack} onSave={save} onDone={() => void done()} onTest={() => void test()} />
                  <Fields />
                  <Body />
                </div>
                <Overlays />
                <Announcer />
              </PicturesProvider>
            </SavedProvider>
          </CommandsProvider>
        </ElementsProvider>
      </EditorProvider>
    </SurroundingsProvider>
  );
}

function Body() {
  useClipboard();
  return (
    <DragLayer>
      <FileDrops />
      <Workspace />
    </DragLayer>
  );
}
