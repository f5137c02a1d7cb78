import { ShortcutsDialog } from "./layout/shortcuts-dialog";
import { InsertDialog } from "./menus/insert-dialog";
import { MoveDialog } from "./menus/move-dialog";
import { overlayParts } from "./parts";
import { RenameBlockDialog, SaveBlockDialog } from "./saved/name-dialog";
import { type UiState, useUi, useUiState } from "./ui";

const overlayOf = (state: UiState) => state.overlay;

/** The one dialog that stands over the editor. */
export function Overlays() {
  const ui = useUi();
  const overlay = useUiState(overlayOf);
  if (overlay === null) return null;
  switch (overlay.name) {
    case "insert":
      return <InsertDialog at={overlay.at} />;
    case "move":
      return <MoveDialog id={overlay.id} />;
    case "name-block":
      return <SaveBlockDialog id={overlay.id} />;
    case "rename-block":
      return <RenameBlockDialog id={overlay.id} />;
    case "shortcuts":
      return <ShortcutsDialog />;
    default: {
      const Part = overlayParts[overlay.name];
      return <Part onClose={() => ui.set({ overlay: null })} />;
    }
  }
}
