import { ChevronLeft, ChevronRight } from "lucide-react";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { say } from "./words";

interface Props {
  /** Null where there is no such page. */
  previous: (() => void) | null;
  next: (() => void) | null;
  className?: string;
}

/** To the page before and to the one after. */
export function PageButtons({ previous, next, className }: Props) {
  return (
    <div className={cn("flex gap-2", className)}>
      <Button size="small" disabled={!previous} onClick={() => previous?.()}>
        <ChevronLeft />
        {say.previous}
      </Button>
      <Button size="small" disabled={!next} onClick={() => next?.()}>
        {say.next}
        <ChevronRight />
      </Button>
    </div>
  );
}
