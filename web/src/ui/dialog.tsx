import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { useFocusBack } from "@/lib/hooks";
import { Button } from "./button";
import { say } from "./words";

const widths = { narrow: "sm:max-w-md", normal: "sm:max-w-xl", wide: "sm:max-w-3xl", full: "sm:max-w-5xl" };

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  width?: keyof typeof widths;
  /** While true, Esc and a click beside the dialog do nothing: work would be lost. */
  busy?: boolean;
  /** At most 80 % of the viewport, so that the page behind stays in sight. */
  low?: boolean;
  /** It is read from its top, rather than filled in from its first field. */
  reading?: boolean;
  children: ReactNode;
  footer?: ReactNode;
}

/** Begins in the first field; without one, on the dialog itself rather than on its close button. */
function focusFirstField(event: Event, reading: boolean) {
  const content = event.currentTarget;
  if (!(content instanceof HTMLElement)) return;
  event.preventDefault();
  const field = content.querySelector<HTMLElement>(
    "input:not([type=file]):not([hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)",
  );
  (reading ? content : (field ?? content)).focus();
}

/** A dialog; on a phone a sheet that rises from the lower edge. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  width = "normal",
  busy,
  low,
  reading = false,
  children,
  footer,
}: DialogProps) {
  const { keep, giveBack } = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            keep();
            focusFirstField(event, reading);
          }}
          onCloseAutoFocus={giveBack}
          className={cn(
            "fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-rise flex-col overflow-hidden rounded-t-card border border-line bg-surface shadow-float outline-none",
            "sm:inset-x-4 sm:inset-y-0 sm:m-auto sm:h-fit sm:max-h-[88dvh] sm:rounded-card",
            widths[width],
            low && "max-h-[80vh] sm:max-h-[80vh]",
          )}
        >
          <header className="flex items-start justify-between gap-4 border-line border-b px-5 py-4 sm:px-6">
            <div className="min-w-0">
              <Radix.Title className="font-medium font-serif text-xl">{title}</Radix.Title>
              {description ? (
                <Radix.Description asChild>
                  <div className="mt-1 text-13 text-muted">{description}</div>
                </Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <Button look="quiet" size="small-icon" aria-label={say.close} disabled={busy} className="-mt-1 -mr-2">
                <X />
              </Button>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))] sm:px-6">
              {footer}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
