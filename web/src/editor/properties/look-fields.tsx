import { box, border as readBorder, sides as readSides, type Sides } from "@/email/css";
import type { BlockStyle, BlockType } from "@/email/types";
import { fontChoices } from "../theme/fonts";
import { ColorField } from "./color-field";
import { ChoiceControl, Fold, Group, NumberControl, Pair, SideBySide } from "./controls";
import { type Edit, useEdit } from "./edit";

/** px, as the specification has them. */
export const fontSizes = [12, 14, 16, 18, 20, 24, 28, 32, 36];

type Trait = "align" | "justify" | "font" | "size" | "color" | "background" | "margin" | "padding" | "frame";

/** What of a block's style its mail shows. */
const traits: Record<BlockType, Trait[]> = {
  heading: ["align", "justify", "font", "size", "color", "background", "margin", "padding", "frame"],
  text: ["align", "justify", "font", "size", "color", "background", "margin", "padding", "frame"],
  image: ["align", "background", "margin", "padding", "frame"],
  button: ["align", "color", "background", "margin"],
  divider: ["margin"],
  spacer: ["background"],
  columns: ["background", "margin", "padding", "frame"],
  social: ["align", "font", "size", "color", "background", "margin", "padding", "frame"],
  hero: ["align", "font", "color", "background", "margin", "padding", "frame"],
  "hero-image": ["align", "font", "color", "background", "margin", "padding", "frame"],
};

const centered = new Set<BlockType>(["image", "social", "hero"]);

const margins: Partial<Record<BlockType, Sides>> = {
  image: [16, 0, 16, 0],
  divider: [24, 0, 24, 0],
  columns: [0, 0, 0, 0],
};

export function LookFields() {
  const { block } = useEdit();
  const has = new Set(traits[block.type]);
  const words = has.has("font") || has.has("size") || has.has("align");
  return (
    <>
      {words ? <TypeGroup has={has} /> : null}
      {has.has("color") || has.has("background") ? <ColorGroup has={has} /> : null}
      {has.has("color") || has.has("background") ? <DarkFold has={has} /> : null}
      {has.has("margin") ? <SpacingFold has={has} /> : null}
      {has.has("frame") ? <FrameFold /> : null}
    </>
  );
}

function TypeGroup({ has }: { has: Set<Trait> }) {
  const { block, theme, style, error } = useEdit();
  const own = block.style ?? {};
  const start = centered.has(block.type) ? "center" : theme.dir === "rtl" ? "right" : "left";
  const alignments = [
    { value: "left", label: "Left" },
    { value: "center", label: "Center" },
    { value: "right", label: "Right" },
    ...(has.has("justify") ? [{ value: "justify" as const, label: "Justify" }] : []),
  ] as const;
  return (
    <Group title="Type">
      <SideBySide
        label="Alignment"
        value={own.textAlign ?? start}
        options={[...alignments]}
        onChange={(textAlign) => style({ textAlign }, "textAlign")}
        error={error("style.textAlign")}
      />
      {has.has("font") ? (
        <ChoiceControl
          label="Font"
          value={own.fontFamily ?? ""}
          options={[{ value: "", label: "As the theme" }, ...fontChoices(own.fontFamily)]}
          onChange={(fontFamily) => style({ fontFamily: fontFamily || undefined }, "fontFamily")}
          error={error("style.fontFamily")}
        />
      ) : null}
      {has.has("size") ? <FontSize /> : null}
    </Group>
  );
}

function FontSize() {
  const { block, style, error } = useEdit();
  const current = block.style?.fontSize;
  const sizes = fontSizes.map((size) => `${size}px`);
  const shown = current && !sizes.includes(current) ? [...sizes, current] : sizes;
  return (
    <ChoiceControl
      label="Font size"
      value={current ?? ""}
      options={[
        { value: "", label: block.type === "heading" ? "By its level" : "As the theme" },
        ...shown.map((value) => ({ value, label: value })),
      ]}
      onChange={(fontSize) => style({ fontSize: fontSize || undefined }, "fontSize")}
      error={error("style.fontSize")}
    />
  );
}

function ColorGroup({ has }: { has: Set<Trait> }) {
  const edit = useEdit();
  const { block, theme, style, error } = edit;
  const { color, backgroundColor } = block.style ?? {};
  const text = fallbackColor(edit);
  const ground = groundColor(edit);
  return (
    <Group title="Colors">
      {has.has("color") ? (
        <ColorField
          label="Text color"
          value={color}
          fallback={text}
          against={backgroundColor ?? ground}
          theme={theme}
          onChange={(next) => style({ color: next }, "color")}
          error={error("style.color")}
        />
      ) : null}
      {has.has("background") ? (
        <ColorField
          label="Background"
          value={backgroundColor}
          fallback={ground}
          theme={theme}
          onChange={(next) => style({ backgroundColor: next }, "backgroundColor")}
          error={error("style.backgroundColor")}
        />
      ) : null}
    </Group>
  );
}

type Look = Pick<Edit, "block" | "theme">;

/** The text colour a block has by itself. */
function fallbackColor({ block, theme }: Look): string {
  if (block.type === "heading") return theme.headingColor;
  if (block.type === "social") return theme.linkColor;
  if (block.type !== "button") return theme.textColor;
  const { primaryTextColor, secondaryTextColor, outlineColor } = theme.button;
  return { primary: primaryTextColor, secondary: secondaryTextColor, outline: outlineColor }[block.variant];
}

function groundColor({ block, theme }: Look): string {
  if (block.type !== "button" || block.variant === "outline") return theme.contentBackgroundColor;
  return block.variant === "primary" ? theme.button.primaryColor : theme.button.secondaryColor;
}

/** Dark colours are made from the light ones unless the author has chosen some. */
function DarkFold({ has }: { has: Set<Trait> }) {
  const { block, theme, style, error } = useEdit();
  if (!theme.dark.enabled || block.type === "button") return null;
  const { darkColor, darkBackgroundColor } = block.style ?? {};
  return (
    <Fold title="Dark mode">
      <p className="text-12 text-muted">Left empty, they are made from the colors above.</p>
      {has.has("color") ? (
        <ColorField
          label="Text color in dark mode"
          value={darkColor}
          fallback={theme.dark.textColor}
          against={darkBackgroundColor ?? theme.dark.contentBackgroundColor}
          theme={theme}
          onChange={(next) => style({ darkColor: next }, "darkColor")}
          error={error("style.darkColor")}
        />
      ) : null}
      {has.has("background") ? (
        <ColorField
          label="Background in dark mode"
          value={darkBackgroundColor}
          fallback={theme.dark.contentBackgroundColor}
          theme={theme}
          onChange={(next) => style({ darkBackgroundColor: next }, "darkBackgroundColor")}
          error={error("style.darkBackgroundColor")}
        />
      ) : null}
    </Fold>
  );
}

function SpacingFold({ has }: { has: Set<Trait> }) {
  const { block } = useEdit();
  return (
    <Fold title="Spacing">
      <SidesField name="margin" label="Margin" standard={margins[block.type] ?? [0, 0, 16, 0]} />
      {has.has("padding") ? <SidesField name="padding" label="Padding" standard={[0, 0, 0, 0]} /> : null}
    </Fold>
  );
}

const sideNames = ["top", "right", "bottom", "left"] as const;

interface SidesProps {
  name: "margin" | "padding";
  label: string;
  standard: Sides;
}

/** px on the four sides. */
function SidesField({ name, label, standard }: SidesProps) {
  const { block, style, error } = useEdit();
  const chosen = readSides(block.style?.[name]);
  const change = (side: number, value: number | undefined) => {
    const next = [...(chosen ?? standard)] as Sides;
    next[side] = value ?? 0;
    style({ [name]: box(next) } satisfies Partial<BlockStyle>, `${name} ${side}`);
  };
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-4 gap-2">
        {sideNames.map((side, at) => (
          <NumberControl
            key={side}
            label={at === 0 ? `${label} top` : side.charAt(0).toUpperCase() + side.slice(1)}
            value={(chosen ?? standard)[at]}
            min={0}
            max={200}
            fallback={0}
            onChange={(value) => change(at, value)}
          />
        ))}
      </div>
      {error(`style.${name}`) ? <p className="mt-1.5 text-12 text-red">{error(`style.${name}`)}</p> : null}
    </fieldset>
  );
}

const hasPicture = (type: BlockType) => type === "image" || type === "hero-image";

/** A border and round corners. */
function FrameFold() {
  const { block, theme, style, error } = useEdit();
  const current = readBorder(block.style?.border);
  const color = current?.color ?? theme.textColor;
  const draw = (width: number, next: string) =>
    style({ border: width > 0 ? `${width}px ${current?.style ?? "solid"} ${next}` : undefined }, "border");
  return (
    <Fold title="Frame">
      <Pair>
        <NumberControl
          label="Border"
          value={current?.width ?? 0}
          min={0}
          max={20}
          fallback={0}
          onChange={(width) => draw(width ?? 0, color)}
          error={error("style.border")}
        />
        <NumberControl
          label="Corner radius"
          value={Number.parseInt(block.style?.borderRadius ?? "0", 10) || 0}
          min={0}
          max={60}
          fallback={0}
          onChange={(radius) => style({ borderRadius: radius ? `${radius}px` : undefined }, "borderRadius")}
          error={error("style.borderRadius")}
        />
      </Pair>
      {/* A picture is round by itself; of others only an edge or a ground shows it. */}
      {block.style?.borderRadius && !current && !block.style.backgroundColor && !hasPicture(block.type) ? (
        <p className="text-12 text-muted">Round corners are seen once the block has a border or a background.</p>
      ) : null}
      {current ? (
        <ColorField
          label="Border color"
          value={current.color}
          fallback={color}
          theme={theme}
          onChange={(next) => draw(current.width, next ?? theme.textColor)}
        />
      ) : null}
    </Fold>
  );
}
