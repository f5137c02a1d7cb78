import { Menu, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cn } from "@/lib/cn";
import { Button } from "@/ui/button";
import { say } from "../words";
import { Brand } from "./sidebar";

interface Props {
  children: (close: () => void) => ReactNode;
  /** Also on large screens, where there is no sidebar. */
  always?: boolean;
}

/** The small screen's navigation; slides in from the left. */
export function Drawer({ children, always }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button look="quiet" size="icon" aria-label={say.openMenu} className={cn("-ml-2", !always && "lg:hidden")}>
          <Menu />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-[min(320px,86vw)] animate-slide flex-col overflow-y-auto border-line border-r bg-surface p-4 shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">{say.menu}</Dialog.Title>
          <div className="mb-6 flex items-center justify-between">
            <Brand onFollow={close} />
            <Dialog.Close asChild>
              <Button look="quiet" size="icon" aria-label={say.closeMenu}>
                <X />
              </Button>
            </Dialog.Close>
          </div>
          {children(close)}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
