import { EllipsisVertical, Eraser, FileInput, History, Keyboard, MonitorSmartphone } from "lucide-react";
import { Button } from "@/ui/button";
import { Menu, MenuItem, MenuLine } from "@/ui/menu";
import { useCommands } from "../commands";
import { type EditorState, useEditorState } from "../state";
import { useHost, useUi } from "../ui";

const isEmpty = (state: EditorState) => state.document.blocks.length === 0;

/** What is needed more rarely. */
export function MoreMenu() {
  const ui = useUi();
  const host = useHost();
  const commands = useCommands();
  const empty = useEditorState(isEmpty);
  return (
    <Menu
      trigger={(props) => (
        <Button {...props} look="quiet" size="small-icon" aria-label="More">
          <EllipsisVertical />
        </Button>
      )}
    >
      <MenuItem disabled={empty} onClick={() => ui.set({ overlay: { name: "clients" } })}>
        <MonitorSmartphone />
        Check in clients
      </MenuItem>
      <MenuItem onClick={() => ui.set({ overlay: { name: "import" } })}>
        <FileInput />
        Import
      </MenuItem>
      {host.versions ? (
        <MenuItem onClick={() => ui.set({ overlay: { name: "versions" } })}>
          <History />
          Versions
        </MenuItem>
      ) : null}
      <MenuLine />
      <MenuItem onClick={() => ui.set({ overlay: { name: "shortcuts" } })}>
        <Keyboard />
        Keyboard shortcuts
      </MenuItem>
      <MenuItem danger disabled={empty} onClick={commands.clear}>
        <Eraser />
        Clear
      </MenuItem>
    </Menu>
  );
}
