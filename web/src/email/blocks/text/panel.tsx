import { Group } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import type { Panel } from "@/editor/properties/panel";
import { SourceFold, WriteButton } from "@/editor/properties/writing";
import type { TextBlock } from "./schema";

function Fields({ block }: { block: TextBlock }) {
  const { error } = useEdit();
  return (
    <>
      <Group title="Content">
        <WriteButton id={block.id} error={error("content")} />
      </Group>
      <SourceFold key={block.content} block={block} />
    </>
  );
}

export default {
  Fields,
  look: { traits: ["align", "justify", "font", "size", "color", "background", "margin", "padding", "frame"] },
} satisfies Panel<TextBlock>;
