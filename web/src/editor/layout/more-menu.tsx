import { EllipsisVertical, Eraser, FileInput, FlaskConical, History, Keyboard, MonitorSmartphone } from "lucide-react";
import { Button } from "@/ui/button";
import { Menu, MenuItem, MenuLine } from "@/ui/menu";
import { useCommands } from "../commands";
import { type EditorState, useEditorState } from "../state";
import { useHost, useUi } from "../ui";
import { say } from "../words";

const isEmpty = (state: EditorState) => state.document.blocks.length === 0;

/** What is needed more rarely. */
export function MoreMenu({ onTest }: { onTest: () => void }) {
  const ui = useUi();
  const host = useHost();
  const commands = useCommands();
  const empty = useEditorState(isEmpty);
  return (
    <Menu
      trigger={(props) => (
        <Button {...props} look="quiet" size="small-icon" aria-label={say.more}>
          <EllipsisVertical />
        </Button>
      )}
    >
      {host.test ? (
        <MenuItem disabled={empty} onClick={onTest}>
          <FlaskConical />
          {say.testSend}
        </MenuItem>
      ) : null}
      <MenuItem disabled={empty} onClick={() => ui.set({ overlay: { name: "clients" } })}>
        <MonitorSmartphone />
        {say.checkInClients}
      </MenuItem>
      <MenuItem onClick={() => ui.set({ overlay: { name: "import" } })}>
        <FileInput />
        {say.importIt}
      </MenuItem>
      {host.versions ? (
        <MenuItem onClick={() => ui.set({ overlay: { name: "versions" } })}>
          <History />
          {say.versions}
        </MenuItem>
      ) : null}
      <MenuLine />
      <MenuItem onClick={() => ui.set({ overlay: { name: "shortcuts" } })}>
        <Keyboard />
        {say.keyboardShortcuts}
      </MenuItem>
      <MenuItem danger disabled={empty} onClick={commands.clear}>
        <Eraser />
        {say.clear}
      </MenuItem>
    </Menu>
  );
}
