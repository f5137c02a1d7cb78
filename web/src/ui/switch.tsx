import { type ComponentProps, useId } from "react";
import { cn } from "@/lib/cn";

interface Props extends Omit<ComponentProps<"input">, "type" | "role"> {
  checked: boolean;
  label: string;
  hint?: string;
}

/** On or off at once, its name and what it does on the left. */
export function Switch({ checked, label, hint, className, ...props }: Props) {
  const id = useId();
  return (
    <div className={cn("flex items-start justify-between gap-6", className)}>
      <div className="min-w-0 text-13">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="mt-0.5 text-12 text-muted">
            {hint}
          </p>
        ) : null}
      </div>
      <span className="relative mt-0.5 inline-flex h-5 w-9 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full border border-muted bg-raised transition-colors duration-150 checked:border-accent checked:bg-accent disabled:opacity-50"
          {...props}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-[3px] left-[3px] size-3.5 rounded-full bg-muted transition-transform duration-150 peer-checked:translate-x-4 peer-checked:bg-accent-ink"
        />
      </span>
    </div>
  );
}
