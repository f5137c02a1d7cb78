import { Group, NumberControl, SideBySide, TextControl } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import type { Panel } from "@/editor/properties/panel";
import { Checkbox } from "@/ui/field";
import type { ButtonBlock } from "./schema";

function Fields({ block }: { block: ButtonBlock }) {
  const { set, style, error } = useEdit();
  return (
    <Group title="Content">
      <TextControl
        label="Text"
        tags
        value={block.text}
        onChange={(text) => set({ text }, "text")}
        error={error("text")}
      />
      <TextControl
        label="Link"
        type="url"
        tags
        value={block.href}
        placeholder="https://"
        onChange={(href) => set({ href }, "href")}
        error={error("href")}
      />
      <SideBySide
        label="Style"
        value={block.variant}
        options={[
          { value: "primary", label: "Primary" },
          { value: "secondary", label: "Secondary" },
          { value: "outline", label: "Outline" },
        ]}
        onChange={(variant) => set({ variant }, "variant")}
        error={error("variant")}
      />
      <Checkbox
        label="As wide as its place"
        checked={block.fullWidth === true}
        onChange={(event) => set({ fullWidth: event.target.checked || undefined }, "fullWidth")}
      />
      {block.fullWidth ? null : (
        <NumberControl
          label="Width"
          value={block.width}
          min={40}
          max={1200}
          placeholder="As its text needs"
          onChange={(width) => set({ width }, "width")}
          error={error("width")}
        />
      )}
      <NumberControl
        label="Corner radius"
        value={block.style?.borderRadius ? Number.parseInt(block.style.borderRadius, 10) : undefined}
        min={0}
        max={60}
        placeholder="As the theme"
        onChange={(radius) => style({ borderRadius: radius === undefined ? undefined : `${radius}px` }, "borderRadius")}
        error={error("style.borderRadius")}
      />
    </Group>
  );
}

export default {
  Fields,
  look: {
    traits: ["align", "color", "background", "margin"],
    color: ({ button }, { variant }) =>
      ({ primary: button.primaryTextColor, secondary: button.secondaryTextColor, outline: button.outlineColor })[
        variant
      ],
    ground: ({ button, contentBackgroundColor }, { variant }) =>
      ({ primary: button.primaryColor, secondary: button.secondaryColor, outline: contentBackgroundColor })[variant],
    themedDark: true,
  },
} satisfies Panel<ButtonBlock>;
