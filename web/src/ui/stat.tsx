import type { ReactNode } from "react";
import { Card } from "./surface";

/** One figure with its name and a note; on a phone a single line, so that three of them don't fill the screen. */
export function Stat({ label, value, note }: { label: string; value: ReactNode; note: ReactNode }) {
  return (
    <Card className="grid grid-cols-[1fr_auto] items-center gap-x-4 px-5 py-3.5 sm:block sm:p-5">
      <p className="text-13 text-muted">{label}</p>
      {/* As wide as what stands here until the figure comes: it would move otherwise. */}
      <div className="figures row-span-2 flex min-w-24 justify-end text-2xl font-medium tracking-[-0.02em] sm:mt-1 sm:block sm:min-h-10 sm:min-w-0 sm:text-[32px] sm:leading-10">
        {value}
      </div>
      <div className="figures min-h-4 text-12 sm:mt-1.5">{note}</div>
    </Card>
  );
}
