import { useId, useState } from "react";
import { contrast, hexOf } from "@/email";
import type { Theme } from "@/email/types";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { say } from "../words";

interface Props {
  label: string;
  /** Absent: the fallback counts. */
  value: string | undefined;
  /** What is shown while nothing is chosen. */
  fallback: string;
  /** The colour it must be read on or under. */
  against?: string;
  theme: Theme;
  error?: string | undefined;
  onChange: (color: string | undefined) => void;
}

/** Least contrast of text (WCAG 2.2 §1.4.3). */
const READABLE = 4.5;

function hintFor(color: string | null, against: string | null): string | undefined {
  if (!color || !against) return;
  const ratio = contrast(color, against);
  // Rounded down, so that too little never looks like enough.
  const shown = `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`;
  return ratio >= READABLE ? say.contrastShown(shown) : say.contrastShownHardToRead(shown);
}

const swatchesOf = (theme: Theme): string[] => [
  ...new Set(
    [
      theme.textColor,
      theme.headingColor,
      theme.linkColor,
      theme.button.primaryColor,
      theme.button.secondaryColor,
      theme.backgroundColor,
      theme.contentBackgroundColor,
    ].flatMap((color) => hexOf(color) ?? []),
  ),
];

/** A colour by the platform's own picker, as text, or from the theme. */
export function ColorField({ label, value, fallback, against, theme, error, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const problemId = useId();
  const shown = hexOf(value) ?? hexOf(fallback);
  const wrong = typed !== null && typed.trim() !== "" && hexOf(typed) === null;
  const commit = (text: string) => {
    const hex = hexOf(text);
    if (text.trim() === "") onChange(undefined);
    else if (hex) onChange(hex);
  };
  return (
    <Field
      label={label}
      error={error ?? (wrong ? say.writeAColorSuchAs : undefined)}
      hint={hintFor(shown, hexOf(against))}
    >
      {(field) => (
        <div className="grid gap-2">
          <div className="flex items-center gap-2">
            <input
              type="color"
              aria-label={say.labelPicker(label)}
              value={shown ?? undefined}
              onChange={(event) => {
                setTyped(null);
                onChange(event.target.value);
              }}
              className="h-9 w-11 shrink-0 cursor-pointer rounded-control border border-line-strong bg-page p-1"
            />
            <Input
              {...field}
              value={typed ?? value ?? ""}
              placeholder={shown ?? ""}
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              onChange={(event) => {
                setTyped(event.target.value);
                commit(event.target.value);
              }}
              onBlur={() => setTyped(null)}
            />
            {value !== undefined && value !== fallback ? (
              <Button size="small" look="quiet" aria-describedby={problemId} onClick={() => onChange(undefined)}>
                {say.reset}
                <span id={problemId} className="sr-only">
                  {label}
                </span>
              </Button>
            ) : null}
          </div>
          <Swatches label={label} colors={swatchesOf(theme)} current={shown} onPick={onChange} />
        </div>
      )}
    </Field>
  );
}

interface SwatchProps {
  label: string;
  colors: string[];
  current: string | null;
  onPick: (color: string) => void;
}

function Swatches({ label, colors, current, onPick }: SwatchProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{say.labelFromTheTheme(label)}</legend>
      {colors.map((color) => (
        <button
          key={color}
          type="button"
          aria-label={color}
          title={color}
          aria-pressed={color === current}
          onClick={() => onPick(color)}
          style={{ backgroundColor: color }}
          className="size-6 rounded-[6px] border border-line-strong aria-pressed:outline-2 aria-pressed:outline-accent aria-pressed:outline-offset-1"
        />
      ))}
    </fieldset>
  );
}
