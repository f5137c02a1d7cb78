import { ColorField } from "@/editor/controls/color-field";
import { Group, NumberControl } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import type { Panel } from "@/editor/properties/panel";
import { say } from "../../words";
import { margin } from "./render";
import { type DividerBlock, lineColor } from "./schema";

function Fields({ block }: { block: DividerBlock }) {
  const { set, style, theme, error } = useEdit();
  return (
    <Group title={say.line}>
      <NumberControl
        label={say.thickness}
        value={block.thickness}
        min={1}
        max={10}
        fallback={1}
        onChange={(thickness) => set({ thickness: thickness ?? 1 }, "thickness")}
        error={error("thickness")}
      />
      <ColorField
        label={say.color}
        value={block.style?.color}
        fallback={lineColor}
        theme={theme}
        onChange={(color) => style({ color: color ?? lineColor }, "color")}
        error={error("style.color")}
      />
    </Group>
  );
}

export default { Fields, look: { traits: ["margin"], margin } } satisfies Panel<DividerBlock>;
