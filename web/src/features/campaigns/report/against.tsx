import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "@/lib/cn";
import type { Comparison } from "./compare";

/** On which side of the usual a rate is: its words, with an arrow. */
export function Against({ comparison: { words, side, isGood } }: { comparison: Comparison }) {
  const Arrow = side === "above" ? ArrowUp : side === "below" ? ArrowDown : null;
  const tone = isGood === null ? "text-muted" : isGood ? "text-green" : "text-red";
  return (
    <span className={cn("inline-flex items-center gap-1", tone)}>
      {Arrow ? <Arrow aria-hidden="true" className="size-3 shrink-0" /> : null}
      {words}
    </span>
  );
}
