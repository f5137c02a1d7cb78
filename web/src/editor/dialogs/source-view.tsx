import type { Ref } from "react";
import { cn } from "@/lib/cn";

interface Props {
  label: string;
  text: string;
  className?: string;
  ref?: Ref<HTMLPreElement>;
}

/** Long text as it is, its lines broken where the room ends. */
export function SourceView({ label, text, className, ref }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className={cn("overflow-auto rounded-control border border-line bg-page p-4 font-mono", className)}
    >
      <pre ref={ref} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </pre>
    </section>
  );
}
