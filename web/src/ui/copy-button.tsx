import { Check, Copy } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { canCopy, copy } from "@/lib/copy";
import { Button } from "./button";
import { say } from "./words";

interface Props extends Omit<ComponentProps<typeof Button>, "onClick"> {
  text: string | (() => string);
  /** Said in the toast. */
  what: string;
}

/**
 * Copies, and says twice what became of it: in a toast, and on the button for a moment. Nothing stands here where the
 * browser lets no page copy; the text itself must be somewhere to be selected. Without a label it is an icon.
 */
export function CopyButton({ text, what, children, ...props }: Props) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  if (!canCopy()) return null;
  const icon = children ? {} : ({ look: "quiet", size: "small-icon", "aria-label": say.copyWhat(what) } as const);
  return (
    <Button
      {...icon}
      {...props}
      onClick={() => void copy(typeof text === "string" ? text : text(), what).then(setDone)}
    >
      {done ? <Check /> : <Copy />}
      {children}
    </Button>
  );
}
