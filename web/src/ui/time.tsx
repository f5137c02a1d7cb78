import { formatExact, relativeTime } from "@/lib/format";
import { useNow } from "@/lib/hooks";

/** Relative up to a week, with the exact time on hover; `inline` within a sentence. */
export function Time({ at, className, inline }: { at: string; className?: string; inline?: boolean }) {
  const now = useNow();
  const text = relativeTime(at, now);
  return (
    <time dateTime={at} title={formatExact(at)} className={className}>
      {inline ? text.replace(/^Less/, "less") : text}
    </time>
  );
}
