import { Group, NumberControl } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import type { Panel } from "@/editor/properties/panel";
import { say } from "../../words";
import type { SpacerBlock } from "./schema";

function Fields({ block }: { block: SpacerBlock }) {
  const { set, error } = useEdit();
  return (
    <Group title={say.size}>
      <NumberControl
        label={say.height}
        value={block.height}
        min={1}
        max={1000}
        step={8}
        fallback={24}
        onChange={(height) => set({ height: height ?? 24 }, "height")}
        error={error("height")}
      />
    </Group>
  );
}

export default { Fields, look: { traits: ["background"] } } satisfies Panel<SpacerBlock>;
