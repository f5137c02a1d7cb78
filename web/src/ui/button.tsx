import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const button = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap transition-colors duration-150 select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      look: {
        accent: "bg-accent text-accent-ink hover:bg-accent-hover",
        plain: "border border-line-strong bg-surface text-text hover:bg-raised",
        quiet: "text-muted hover:bg-raised hover:text-text",
        danger: "bg-danger text-danger-ink hover:brightness-110",
        warn: "text-muted hover:bg-red-soft hover:text-red",
      },
      size: {
        small: "h-8 px-3 text-13",
        normal: "h-9 px-4 text-sm",
        icon: "size-9",
        "small-icon": "size-8",
      },
    },
    defaultVariants: { look: "plain", size: "normal" },
  },
);

type Props = ComponentProps<"button"> & VariantProps<typeof button> & { asChild?: boolean };

export function Button({ look, size, asChild, className, type = "button", ...props }: Props) {
  const Tag = asChild ? Slot.Root : "button";
  return <Tag className={cn(button({ look, size }), className)} {...(asChild ? {} : { type })} {...props} />;
}
