import { Slot } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

export type Tone = "neutral" | "yellow" | "blue" | "green" | "emerald" | "red";

const tones: Record<Tone, string> = {
  neutral: "bg-neutral-soft text-muted",
  yellow: "bg-yellow-soft text-yellow",
  blue: "bg-blue-soft text-blue",
  green: "bg-green-soft text-green",
  emerald: "bg-emerald-soft text-emerald",
  red: "bg-red-soft text-red",
};

/** A state: always a word beside its colour. */
export function Badge({
  tone,
  live,
  icon,
  children,
  className,
}: {
  tone: Tone;
  live?: boolean;
  /** In place of the dot. */
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cn(
        "inline-flex h-[22px] shrink-0 items-center gap-1.5 rounded-full px-2 text-12 font-medium whitespace-nowrap",
        tones[tone],
        className,
      )}
    >
      {icon ? (
        <span aria-hidden="true" className="-ml-0.5 [&_svg]:size-3.5">
          {icon}
        </span>
      ) : (
        <span aria-hidden="true" className={cn("size-1.5 rounded-full bg-current", live && "animate-breathe")} />
      )}
      {children}
    </span>
  );
}

export function Tag({ asChild, className, ...props }: ComponentProps<"span"> & { asChild?: boolean }) {
  const Element = asChild ? Slot.Root : "span";
  return (
    <Element
      className={cn(
        "inline-flex h-5 items-center rounded-[6px] border border-line px-1.5 text-11 font-medium text-muted",
        className,
      )}
      {...props}
    />
  );
}
