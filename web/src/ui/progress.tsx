import { cn } from "@/lib/cn";

export interface Part {
  key: string;
  label: string;
  value: number;
  className: string;
}

/** One bar made of parts; announced as a progress bar or, with parts only, as a picture with a text. */
export function Bar({
  parts,
  total,
  label,
  className,
}: {
  parts: Part[];
  total: number;
  label: string;
  className?: string;
}) {
  return (
    <div
      role="img"
      aria-label={label}
      className={cn("flex h-2 gap-px overflow-hidden rounded-full bg-raised", className)}
    >
      {parts
        .filter((part) => part.value > 0)
        .map((part) => (
          <div
            key={part.key}
            title={`${part.label}: ${part.value}`}
            className={cn("min-w-[3px] transition-[flex-basis] duration-150", part.className)}
            style={{ flexBasis: `${total > 0 ? (part.value / total) * 100 : 0}%` }}
          />
        ))}
    </div>
  );
}

export function Progress({ value, total, label }: { value: number; total: number; label: string }) {
  const percent = total > 0 ? Math.min(100, (value / total) * 100) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={value}
      className="h-1.5 overflow-hidden rounded-full bg-raised"
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform duration-150"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
