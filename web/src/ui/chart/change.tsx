import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import { change } from "@/lib/format";
import { say } from "../words";

function Arrow({ up, text }: { up: boolean; text: string }) {
  const Icon = up ? ArrowUpRight : ArrowDownRight;
  return (
    <span className="inline-flex items-center gap-0.5 font-medium">
      <Icon aria-hidden="true" className="size-3.5 text-muted" />
      {text}
    </span>
  );
}

/** A count beside that of the period before. */
export function Change({ now, before, none }: { now: number; before: number; none: string }) {
  const difference = change(now, before);
  if (!difference) return <span className="text-muted">{none}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <Arrow {...difference} />
      <span className="text-muted">{say.againstBeforeBefore(before)}</span>
    </span>
  );
}

/**
 * A rate beside that of the period before: in points, for a percentage of a percentage misleads. A rate of no mails,
 * which is none to compare with, is null.
 */
export function RateChange({ now, before, none }: { now: number; before: number | null; none: string }) {
  if (before === null) return <span className="text-muted">{none}</span>;
  const points = Math.round(now * 10) / 10 - Math.round(before * 10) / 10;
  const text = say.pointsToFixedPoints(points > 0 ? "+" : "", points.toFixed(1));
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      {Math.abs(points) < 0.05 ? (
        <span className="font-medium">{say.unchanged}</span>
      ) : (
        <Arrow up={points > 0} text={text} />
      )}
      <span className="text-muted">{say.againstBeforeBefore2(before)}</span>
    </span>
  );
}
