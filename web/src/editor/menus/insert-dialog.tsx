import { Bookmark } from "lucide-react";
import { type BlockType, blockTypes } from "@/email/types";
import { Dialog } from "@/ui/dialog";
import { useCommands } from "../commands";
import { type Choice, ChoiceList } from "../controls/choice-list";
import { blockIcons } from "../palette/icons";
import { useSavedBlocks } from "../saved/context";
import { blockNames, fits, type Place, placeAfter, useEditor } from "../state";
import { closeThen, useUi } from "../ui";
import { describePlace } from "../view/describe";
import { say } from "../words";

const iconOf = (type: BlockType) => {
  const Icon = blockIcons[type];
  return <Icon aria-hidden="true" strokeWidth={1.5} />;
};

/** Adds a component by typing its name, behind the selected block or where it was asked for. */
export function InsertDialog({ at }: { at: Place | null }) {
  const editor = useEditor();
  const ui = useUi();
  const commands = useCommands();
  const saved = useSavedBlocks();
  const { document, selectedId } = editor.getState();
  const place = at ?? placeAfter(document.blocks, selectedId);
  const parent = at?.parent ?? null;
  const choices: Choice[] = [
    ...blockTypes.map((type) => ({
      id: type,
      label: blockNames[type],
      icon: iconOf(type),
      disabled: !fits({ type }, parent),
    })),
    ...saved.map(({ id, name, block }) => ({
      id: `saved ${id}`,
      label: name,
      detail: blockNames[block.type],
      icon: <Bookmark aria-hidden="true" strokeWidth={1.5} />,
      disabled: !fits(block, parent),
    })),
  ];
  const close = () => ui.set({ overlay: null });
  const choose = (id: string) => {
    const block = saved.find((one) => `saved ${one.id}` === id)?.block;
    closeThen(ui, () => (block ? commands.insert([block], place) : commands.add(id as BlockType, place)));
  };
  return (
    <Dialog
      open
      onClose={close}
      title={say.insertAComponent}
      description={describePlace(document.blocks, place)}
      width="narrow"
    >
      <ChoiceList
        label={say.component}
        placeholder={say.headingImageButton}
        empty={say.noComponentIsCalledThat}
        choices={choices}
        onChoose={choose}
      />
    </Dialog>
  );
}
