import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Field, Input, Select, TextArea } from "@/ui/field";
import { Segmented } from "@/ui/segmented";
import { MergeTagButton } from "./merge-tag-button";

/** A panel begins at its top, however far the one before it was scrolled. */
export function useTop() {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const scroller = ref.current?.closest('[role="tabpanel"] > *');
    if (scroller) scroller.scrollTop = 0;
  }, []);
  return ref;
}

/** Fields that belong together. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-line border-t py-4 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <h3 id={id} className="text-12 font-medium text-muted">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** A group that opens when it is wanted. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-line border-t py-3 [&[open]>summary]:mb-4">
      <summary className="text-12 font-medium text-muted hover:text-text">{title}</summary>
      <div className="grid gap-4">{children}</div>
    </details>
  );
}

interface TextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: "text" | "url";
  rows?: number;
  /** Merge tags may be put in. */
  tags?: boolean;
  placeholder?: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  disabled?: boolean;
}

export function TextControl({
  label,
  value,
  onChange,
  type = "text",
  rows,
  tags,
  hint,
  error,
  optional,
  ...rest
}: TextProps) {
  const ref = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  return (
    <Field label={label} error={error} hint={hint} {...(optional ? { optional } : {})}>
      {(field) => {
        const shared = {
          ...field,
          ...rest,
          ref,
          value,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
        };
        const control = rows ? (
          <TextArea rows={rows} {...shared} />
        ) : (
          <Input type={type} autoComplete="off" spellCheck={type === "text"} {...shared} />
        );
        return tags ? (
          <div className="flex items-start gap-1">
            {control}
            <MergeTagButton field={ref} onInsert={onChange} />
          </div>
        ) : (
          control
        );
      }}
    </Field>
  );
}

interface NumberProps {
  label: string;
  value: number | null | undefined;
  min: number;
  max: number;
  step?: number;
  /** What an empty or invalid field means; undefined: no value. */
  fallback?: number;
  /** What counts while there is no value. */
  placeholder?: string;
  hint?: ReactNode;
  error?: string | undefined;
  onChange: (value: number | undefined) => void;
}

/** A whole number. While it is typed the text stays as it is; the mail has the number, or what an invalid one means. */
export function NumberControl({
  label,
  value,
  min,
  max,
  step = 1,
  fallback,
  hint,
  error,
  onChange,
  ...rest
}: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | undefined => {
    const number = text.trim() === "" ? Number.NaN : Math.round(Number(text));
    return Number.isFinite(number) && number >= min ? Math.min(number, max) : fallback;
  };
  // The browser would step from the least number on: 1, 9, 17.
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (by === undefined || step === 1) return;
    event.preventDefault();
    setTyped(null);
    onChange(Math.min(Math.max((value ?? fallback ?? min) + by, min), max));
  };
  return (
    <Field label={label} error={error} hint={hint}>
      {(field) => (
        <Input
          {...field}
          {...rest}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={step}
          value={typed ?? value ?? ""}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(read(event.target.value));
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: { value: T; label: string; icon?: ReactNode }[];
  onChange: (value: T) => void;
  error?: string | undefined;
}

/** One of many. */
export function ChoiceControl<T extends string>({ label, value, options, onChange, error }: ChoiceProps<T>) {
  return (
    <Field label={label} error={error}>
      {(field) => (
        <Select
          {...field}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** One of a few, side by side. */
export function SideBySide<T extends string>({ label, value, options, onChange, error }: ChoiceProps<T>) {
  return (
    <div>
      <span aria-hidden="true" className="mb-1.5 block text-13 font-medium">
        {label}
      </span>
      <Segmented label={label} value={value} options={options} onChange={onChange} />
      {error ? <p className="mt-1.5 text-12 text-red">{error}</p> : null}
    </div>
  );
}

/** Two fields in one line. */
export const Pair = ({ children, ...props }: ComponentProps<"div">) => (
  <div className="grid grid-cols-2 gap-3" {...props}>
    {children}
  </div>
);
