import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/lib/cn";
import { say } from "./words";

const control =
  "w-full rounded-control border border-line-strong bg-page px-3 text-base sm:text-sm text-text transition-colors duration-150 hover:border-muted focus-visible:border-accent disabled:opacity-60 aria-invalid:border-red";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={cn(control, "h-9", className)} {...props} />;
}

export function TextArea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={cn(control, "resize-y py-2", className)} {...props} />;
}

/** The platform's own select: it is the most accessible one, and phones show it as they should. */
export function Select({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className={cn("relative block", className)}>
      <select className={cn(control, "h-9 appearance-none truncate pr-8")} {...props}>
        {children}
      </select>
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-muted"
      >
        <path
          d="m4.500 6.500 3.500 3.500 3.500-3.500"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      </svg>
    </span>
  );
}

export interface ControlProps {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  optional?: boolean;
  hideLabel?: boolean;
  className?: string;
  children: (props: ControlProps) => ReactNode;
}

/** A label, its control, and below it the error or else the hint. */
export function Field({ label, error, hint, optional, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error) || Boolean(hint);
  return (
    <div className={cn("min-w-0", className)}>
      <div className={cn("mb-1.5 flex items-baseline justify-between gap-2", hideLabel && "sr-only")}>
        <label htmlFor={id} className="text-13 font-medium">
          {label}
        </label>
        {optional ? <span className="text-12 text-muted">{say.optional}</span> : null}
      </div>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": hasNote ? noteId : undefined })}
      {hasNote ? (
        <p id={noteId} className={cn("mt-1.5 text-12", error ? "text-red" : "text-muted")}>
          {error || hint}
        </p>
      ) : null}
    </div>
  );
}

export function Checkbox({
  label,
  hint,
  className,
  ...props
}: ComponentProps<"input"> & { label: string; hint?: string }) {
  const id = useId();
  return (
    <div className={cn("flex items-start gap-3", className)}>
      <input id={id} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" {...props} />
      <label htmlFor={id} className="text-13">
        <span className="font-medium">{label}</span>
        {hint ? <span className="mt-0.5 block text-12 text-muted">{hint}</span> : null}
      </label>
    </div>
  );
}
