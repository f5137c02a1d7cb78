import { kindOf } from "@/email/blocks";
import { box, border as readBorder, sides as readSides, type Sides } from "@/email/css";
import { below } from "@/email/render/row";
import { hasPicture } from "@/email/texts";
import type { BlockStyle } from "@/email/types";
import { ColorField } from "../controls/color-field";
import { ChoiceControl, Fold, Group, NumberControl, Pair, SideBySide } from "../controls/fields";
import { fontChoices } from "../controls/fonts";
import { say } from "../words";
import { useEdit } from "./edit";
import type { Trait } from "./panel";
import { panelOf } from "./panels";

/** px, as the specification has them. */
export const fontSizes = [12, 14, 16, 18, 20, 24, 28, 32, 36];

const useBlockLook = () => panelOf(useEdit().block.type).look;

export function LookFields() {
  const has = new Set(useBlockLook().traits);
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
  const start = useBlockLook().align ?? (theme.dir === "rtl" ? "right" : "left");
  const alignments = [
    { value: "left", label: say.left },
    { value: "center", label: say.center },
    { value: "right", label: say.right },
    ...(has.has("justify") ? [{ value: "justify" as const, label: say.justify }] : []),
  ] as const;
  return (
    <Group title={say.type}>
      <SideBySide
        label={say.alignment}
        value={own.textAlign ?? start}
        options={[...alignments]}
        onChange={(textAlign) => style({ textAlign }, "textAlign")}
        error={error("style.textAlign")}
      />
      {has.has("font") ? (
        <ChoiceControl
          label={say.font}
          value={own.fontFamily ?? ""}
          options={[{ value: "", label: say.asTheTheme }, ...fontChoices(own.fontFamily)]}
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
  const { size: standard = say.asTheTheme } = useBlockLook();
  const current = block.style?.fontSize;
  const sizes = fontSizes.map((size) => `${size}px`);
  const shown = current && !sizes.includes(current) ? [...sizes, current] : sizes;
  return (
    <ChoiceControl
      label={say.fontSize}
      value={current ?? ""}
      options={[{ value: "", label: standard }, ...shown.map((value) => ({ value, label: value }))]}
      onChange={(fontSize) => style({ fontSize: fontSize || undefined }, "fontSize")}
      error={error("style.fontSize")}
    />
  );
}

function ColorGroup({ has }: { has: Set<Trait> }) {
  const { block, theme, style, error } = useEdit();
  const look = useBlockLook();
  const { color, backgroundColor } = block.style ?? {};
  const text = look.color?.(theme, block) ?? theme[kindOf(block).themeColor ?? "textColor"];
  const ground = look.ground?.(theme, block) ?? theme.contentBackgroundColor;
  return (
    <Group title={say.colors}>
      {has.has("color") ? (
        <ColorField
          label={say.textColor}
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
          label={say.background}
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

/** Dark colours are made from the light ones unless the author has chosen some. */
function DarkFold({ has }: { has: Set<Trait> }) {
  const { block, theme, style, error } = useEdit();
  if (useBlockLook().themedDark || !theme.dark.enabled) return null;
  const { darkColor, darkBackgroundColor } = block.style ?? {};
  return (
    <Fold title={say.darkMode}>
      <p className="text-12 text-muted">{say.leftEmptyTheyAreMade}</p>
      {has.has("color") ? (
        <ColorField
          label={say.textColorInDarkMode}
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
          label={say.backgroundInDarkMode}
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
  const { margin = below } = useBlockLook();
  return (
    <Fold title={say.spacing}>
      <SidesField name="margin" label={say.margin} standard={margin} />
      {has.has("padding") ? <SidesField name="padding" label={say.padding} standard={[0, 0, 0, 0]} /> : null}
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

/** A border and round corners. */
function FrameFold() {
  const { block, theme, style, error } = useEdit();
  const current = readBorder(block.style?.border);
  const color = current?.color ?? theme.textColor;
  const draw = (width: number, next: string) =>
    style({ border: width > 0 ? `${width}px ${current?.style ?? "solid"} ${next}` : undefined }, "border");
  return (
    <Fold title={say.frame}>
      <Pair>
        <NumberControl
          label={say.border}
          value={current?.width ?? 0}
          min={0}
          max={20}
          fallback={0}
          onChange={(width) => draw(width ?? 0, color)}
          error={error("style.border")}
        />
        <NumberControl
          label={say.cornerRadius}
          value={Number.parseInt(block.style?.borderRadius ?? "0", 10) || 0}
          min={0}
          max={60}
          fallback={0}
          onChange={(radius) => style({ borderRadius: radius ? `${radius}px` : undefined }, "borderRadius")}
          error={error("style.borderRadius")}
        />
      </Pair>
      {/* A picture is round by itself; of others only an edge or a ground shows it. */}
      {block.style?.borderRadius && !current && !block.style.backgroundColor && !hasPicture(block) ? (
        <p className="text-12 text-muted">{say.roundCornersAreSeenOnce}</p>
      ) : null}
      {current ? (
        <ColorField
          label={say.borderColor}
          value={current.color}
          fallback={color}
          theme={theme}
          onChange={(next) => draw(current.width, next ?? theme.textColor)}
        />
      ) : null}
    </Fold>
  );
}
