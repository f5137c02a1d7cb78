import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
  onChange: (value: T) => void;
}

/** A few choices side by side, one of them pressed. */
export function Segmented<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <fieldset className="inline-flex rounded-control border border-line bg-page p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cn(
            "inline-flex h-7 items-center gap-1.5 rounded-[6px] px-2.5 text-12 font-medium text-muted transition-colors duration-150 hover:text-text [&_svg]:size-3.5",
            option.value === value && "bg-raised text-text",
          )}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
