import { Group, NumberControl, SideBySide, TextControl } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import type { Panel } from "@/editor/properties/panel";
import { Checkbox } from "@/ui/field";
import { say } from "../../words";
import type { ButtonBlock } from "./schema";

function Fields({ block }: { block: ButtonBlock }) {
  const { set, style, error } = useEdit();
  return (
    <Group title={say.content}>
      <TextControl
        label={say.text}
        tags
        value={block.text}
        onChange={(text) => set({ text }, "text")}
        error={error("text")}
      />
      <TextControl
        label={say.link}
        type="url"
        tags
        value={block.href}
        placeholder="https://"
        onChange={(href) => set({ href }, "href")}
        error={error("href")}
      />
      <SideBySide
        label={say.style}
        value={block.variant}
        options={[
          { value: "primary", label: say.primary },
          { value: "secondary", label: say.secondary },
          { value: "outline", label: say.outline },
        ]}
        onChange={(variant) => set({ variant }, "variant")}
        error={error("variant")}
      />
      <Checkbox
        label={say.asWideAsItsPlace}
        checked={block.fullWidth === true}
        onChange={(event) => set({ fullWidth: event.target.checked || undefined }, "fullWidth")}
      />
      {block.fullWidth ? null : (
        <NumberControl
          label={say.width}
          value={block.width}
          min={40}
          max={1200}
          placeholder={say.asItsTextNeeds}
          onChange={(width) => set({ width }, "width")}
          error={error("width")}
        />
      )}
      <NumberControl
        label={say.cornerRadius}
        value={block.style?.borderRadius ? Number.parseInt(block.style.borderRadius, 10) : undefined}
        min={0}
        max={60}
        placeholder={say.asTheTheme}
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
