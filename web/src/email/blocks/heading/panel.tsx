import { ChoiceControl } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import type { Panel } from "@/editor/properties/panel";
import { WritingFields } from "@/editor/properties/writing";
import type { HeadingLevel } from "@/email/types";
import { say } from "../../words";
import { type HeadingBlock, ofLevel } from "./schema";

const levels: { value: `${HeadingLevel}`; level: HeadingLevel }[] = [
  { value: "1", level: 1 },
  { value: "2", level: 2 },
  { value: "3", level: 3 },
  { value: "4", level: 4 },
  { value: "5", level: 5 },
  { value: "6", level: 6 },
];

function Fields({ block }: { block: HeadingBlock }) {
  const { set, error } = useEdit();
  return (
    <WritingFields block={block}>
      <ChoiceControl
        label={say.level}
        value={`${block.level}`}
        options={levels.map(({ value }) => ({ value, label: say.headingValue(value) }))}
        onChange={(value) => set(ofLevel(block, levels.find((one) => one.value === value)?.level ?? 2), "level")}
        error={error("level")}
      />
    </WritingFields>
  );
}

export default {
  Fields,
  look: {
    traits: ["align", "justify", "font", "size", "color", "background", "margin", "padding", "frame"],
    size: say.byItsLevel,
  },
} satisfies Panel<HeadingBlock>;
