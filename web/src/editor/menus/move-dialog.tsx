import type { Block } from "@/email/types";
import { Dialog } from "@/ui/dialog";
import { useCommands } from "../commands";
import { type Choice, ChoiceList } from "../controls/choice-list";
import { blockNames, findEntry, type Place, useEditor } from "../state";
import { closeThen, useUi } from "../ui";
import { describePlace } from "../view/describe";
import { say } from "../words";
import { placesFor } from "./places";

/** Says which columns block is meant where there are several. */
function labelOf(blocks: Block[], place: Place): Pick<Choice, "label" | "detail"> {
  const label = describePlace(blocks, place);
  const host = place.parent && findEntry(blocks, place.parent.id);
  return host ? { label, detail: say.typeBlockIndex(blockNames[host.block.type], host.place.index + 1) } : { label };
}

/** Moves a block without dragging it. */
export function MoveDialog({ id }: { id: string }) {
  const editor = useEditor();
  const ui = useUi();
  const commands = useCommands();
  const { blocks } = editor.getState().document;
  const entry = findEntry(blocks, id);
  const places = placesFor(blocks, id);
  const close = () => ui.set({ overlay: null });
  const choose = (index: string) => {
    const place = places[Number(index)];
    if (place) closeThen(ui, () => commands.place(id, place));
  };
  if (!entry) return null;
  return (
    <Dialog
      open
      onClose={close}
      title={say.moveToLowerCaseTo(blockNames[entry.block.type].toLowerCase())}
      width="narrow"
    >
      <ChoiceList
        label={say.place}
        placeholder={say.topColumn2After}
        empty={places.length === 0 ? say.thereIsNoOtherPlace : say.noPlaceIsCalledThat}
        choices={places.map((place, index) => ({ id: String(index), ...labelOf(blocks, place) }))}
        onChoose={choose}
      />
    </Dialog>
  );
}
