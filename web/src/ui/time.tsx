import { formatExact, relativeTime } from "@/lib/format";
import { useNow } from "@/lib/hooks";

/** Relative up to a week, with the exact time on hover. */
export function Time({ at, className }: { at: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatExact(at)} className={className}>
      {relativeTime(at, now)}
    </time>
  );
}
