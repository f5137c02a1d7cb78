import { createBlock } from "@/email";
import type { ButtonBlock, DividerBlock, SpacerBlock } from "@/email/types";
import { Checkbox } from "@/ui/field";
import { ColorField } from "./color-field";
import { Group, NumberControl, SideBySide, TextControl } from "./controls";
import { useEdit } from "./edit";

export function ButtonFields({ block }: { block: ButtonBlock }) {
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

const lineColor = createBlock("divider").style?.color ?? "";

export function DividerFields({ block }: { block: DividerBlock }) {
  const { set, style, theme, error } = useEdit();
  return (
    <Group title="Line">
      <NumberControl
        label="Thickness"
        value={block.thickness}
        min={1}
        max={10}
        fallback={1}
        onChange={(thickness) => set({ thickness: thickness ?? 1 }, "thickness")}
        error={error("thickness")}
      />
      <ColorField
        label="Color"
        value={block.style?.color}
        fallback={lineColor}
        theme={theme}
        onChange={(color) => style({ color: color ?? lineColor }, "color")}
        error={error("style.color")}
      />
    </Group>
  );
}

export function SpacerFields({ block }: { block: SpacerBlock }) {
  const { set, error } = useEdit();
  return (
    <Group title="Size">
      <NumberControl
        label="Height"
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
