import { useEffect, useRef } from "react";
import { defaultTheme, renderBlock } from "@/email";
import type { ButtonVariant, Theme } from "@/email/types";
import { holdStyles, setStyles } from "@/lib/inline-styles";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/field";
import { ColorField } from "../controls/color-field";
import { ChoiceControl, Fold, Group, NumberControl, Pair } from "../controls/fields";
import { fontChoices } from "../controls/fonts";
import { useEditor, useTheme } from "../state";
import { say } from "../words";
import { LanguageFields } from "./language-fields";

type ColorKey = "textColor" | "headingColor" | "linkColor" | "backgroundColor" | "contentBackgroundColor";
type ButtonColor = "primaryColor" | "primaryTextColor" | "secondaryColor" | "secondaryTextColor" | "outlineColor";
type DarkColor = Exclude<keyof Theme["dark"], "enabled">;

/** What all blocks fall back to. */
export default function ThemePanel() {
  const theme = useTheme();
  const editor = useEditor();
  const changed = JSON.stringify(theme) !== JSON.stringify(defaultTheme);
  return (
    <>
      <TypeGroup theme={theme} />
      <ColorGroup theme={theme} />
      <FrameGroup theme={theme} />
      <ButtonGroup theme={theme} />
      <DarkGroup theme={theme} />
      <LanguageFields theme={theme} />
      <div className="border-line border-t pt-4">
        <Button
          size="small"
          disabled={!changed}
          onClick={() => editor.dispatch({ type: "theme", patch: defaultTheme, field: "reset" })}
        >
          {say.backToTheDefaultTheme}
        </Button>
      </div>
    </>
  );
}

type Patch = Parameters<ReturnType<typeof usePatch>>[0];

/** Sets values of the theme; the same one again within half a second is the same step. */
function usePatch() {
  const editor = useEditor();
  return (patch: Partial<Omit<Theme, "button" | "dark">>, field: string) =>
    editor.dispatch({ type: "theme", patch, field });
}

const textColors: [key: ColorKey, label: string][] = [
  ["textColor", say.text],
  ["headingColor", say.headings],
  ["linkColor", say.links],
];
const grounds: [key: ColorKey, label: string][] = [
  ["contentBackgroundColor", say.mailBackground],
  ["backgroundColor", say.aroundTheMail],
];

function TypeGroup({ theme }: { theme: Theme }) {
  const patch = usePatch();
  const fonts = (current: string) => fontChoices(current).map(({ label, value }) => ({ label, value }));
  return (
    <Group title={say.type}>
      <ChoiceControl
        label={say.textFont}
        value={theme.fontFamily}
        options={fonts(theme.fontFamily)}
        onChange={(fontFamily) => patch({ fontFamily }, "fontFamily")}
      />
      <ChoiceControl
        label={say.headingFont}
        value={theme.headingFontFamily}
        options={fonts(theme.headingFontFamily)}
        onChange={(headingFontFamily) => patch({ headingFontFamily }, "headingFontFamily")}
      />
      <Pair>
        <NumberControl
          label={say.textSize}
          value={theme.fontSize}
          min={10}
          max={40}
          fallback={defaultTheme.fontSize}
          onChange={(fontSize) => patch({ fontSize: fontSize ?? defaultTheme.fontSize }, "fontSize")}
        />
        <ChoiceControl
          label={say.lineHeight}
          value={String(theme.lineHeight)}
          options={[...new Set(["1.3", "1.4", "1.5", "1.6", "1.7", "1.8", String(theme.lineHeight)])].map((value) => ({
            value,
            label: value,
          }))}
          onChange={(lineHeight) => patch({ lineHeight: Number(lineHeight) }, "lineHeight")}
        />
      </Pair>
    </Group>
  );
}

function ColorGroup({ theme }: { theme: Theme }) {
  const patch = usePatch();
  const field = ([key, label]: [ColorKey, string], against?: string) => (
    <ColorField
      key={key}
      label={label}
      value={theme[key]}
      fallback={defaultTheme[key]}
      {...(against ? { against } : {})}
      theme={theme}
      onChange={(color) => patch({ [key]: color ?? defaultTheme[key] } as Patch, key)}
    />
  );
  return (
    <Group title={say.colors}>
      {textColors.map((one) => field(one, theme.contentBackgroundColor))}
      {grounds.map((one) => field(one))}
    </Group>
  );
}

const lengths: ["contentWidth" | "contentPadding" | "contentRadius", string, number, number][] = [
  ["contentWidth", say.width, 320, 900],
  ["contentPadding", say.padding, 0, 120],
  ["contentRadius", say.cornerRadius, 0, 60],
];

function FrameGroup({ theme }: { theme: Theme }) {
  const patch = usePatch();
  return (
    <Group title={say.frame}>
      <div className="grid grid-cols-3 items-end gap-2">
        {lengths.map(([key, label, min, max]) => (
          <NumberControl
            key={key}
            label={label}
            value={theme[key]}
            min={min}
            max={max}
            fallback={defaultTheme[key]}
            onChange={(value) => patch({ [key]: value ?? defaultTheme[key] }, key)}
          />
        ))}
      </div>
    </Group>
  );
}

const buttonLengths: ["borderRadius" | "fontSize" | "paddingY" | "paddingX", string, number, number][] = [
  ["borderRadius", say.cornerRadius, 0, 60],
  ["fontSize", say.textSize, 10, 40],
  ["paddingY", say.paddingAboveBelow, 0, 60],
  ["paddingX", say.paddingLeftRight, 0, 80],
];
const buttonColors: [ButtonColor, string, ButtonColor | null][] = [
  ["primaryColor", say.primary, null],
  ["primaryTextColor", say.primaryText, "primaryColor"],
  ["secondaryColor", say.secondary, null],
  ["secondaryTextColor", say.secondaryText, "secondaryColor"],
  ["outlineColor", say.outline, null],
];

function ButtonGroup({ theme }: { theme: Theme }) {
  const editor = useEditor();
  const patch = (button: Partial<Theme["button"]>, field: string) =>
    editor.dispatch({ type: "theme", patch: { button }, field: `button ${field}` });
  const { button } = theme;
  const standard = defaultTheme.button;
  return (
    <Group title={say.buttons}>
      <ButtonSample theme={theme} />
      <div className="grid grid-cols-2 items-end gap-3">
        {buttonLengths.map(([key, label, min, max]) => (
          <NumberControl
            key={key}
            label={label}
            value={button[key]}
            min={min}
            max={max}
            fallback={standard[key]}
            onChange={(value) => patch({ [key]: value ?? standard[key] }, key)}
          />
        ))}
      </div>
      <Checkbox
        label={say.bold}
        checked={button.bold}
        onChange={(event) => patch({ bold: event.target.checked }, "bold")}
      />
      <Fold title={say.buttonColors}>
        {buttonColors.map(([key, label, ground]) => (
          <ColorField
            key={key}
            label={label}
            value={button[key]}
            fallback={standard[key]}
            {...(ground ? { against: button[ground] } : {})}
            {...(key === "outlineColor" ? { against: theme.contentBackgroundColor } : {})}
            theme={theme}
            onChange={(color) => patch({ [key]: color ?? standard[key] }, key)}
          />
        ))}
      </Fold>
    </Group>
  );
}

const variants: ButtonVariant[] = ["primary", "secondary", "outline"];

/** The three buttons as the mail has them; in a shadow root, for the dashboard's styles must not reach them. */
function ButtonSample({ theme }: { theme: Theme }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const html = variants.map((variant) =>
      renderBlock(
        { id: variant, type: "button", text: say.button, href: "#", variant, style: { margin: "0 0 8px" } },
        theme,
        240,
        { canvas: true },
      ),
    );
    root.innerHTML = holdStyles(html.join(""));
    setStyles(root);
  }, [theme]);
  return (
    <div
      ref={host}
      inert
      role="img"
      aria-label={say.howButtonsLook}
      style={{ backgroundColor: theme.contentBackgroundColor }}
      className="rounded-control border border-line px-3 pt-3 pb-1"
    />
  );
}

const darkColors: [DarkColor, string, DarkColor | null][] = [
  ["contentBackgroundColor", say.mailBackgroundInDarkMode, null],
  ["backgroundColor", say.aroundTheMailInDark, null],
  ["textColor", say.textInDarkMode, "contentBackgroundColor"],
  ["linkColor", say.linksInDarkMode, "contentBackgroundColor"],
  ["primaryColor", say.primaryButtonInDarkMode, null],
  ["primaryTextColor", say.primaryButtonsTextInDark, "primaryColor"],
];

function DarkGroup({ theme }: { theme: Theme }) {
  const editor = useEditor();
  const patch = (dark: Partial<Theme["dark"]>, field: string) =>
    editor.dispatch({ type: "theme", patch: { dark }, field: `dark ${field}` });
  return (
    <Group title={say.darkMode}>
      <Checkbox
        label={say.bringDarkColors}
        hint={say.withoutThemSomeMailPrograms}
        checked={theme.dark.enabled}
        onChange={(event) => patch({ enabled: event.target.checked }, "enabled")}
      />
      {theme.dark.enabled ? (
        <Fold title={say.darkColors}>
          {darkColors.map(([key, label, ground]) => (
            <ColorField
              key={key}
              label={label}
              value={theme.dark[key]}
              fallback={defaultTheme.dark[key]}
              {...(ground ? { against: theme.dark[ground] } : {})}
              theme={theme}
              onChange={(color) => patch({ [key]: color ?? defaultTheme.dark[key] }, key)}
            />
          ))}
        </Fold>
      ) : null}
    </Group>
  );
}
