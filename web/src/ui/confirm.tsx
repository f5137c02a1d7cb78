import { AlertDialog } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { useFocusBack } from "@/lib/hooks";
import { Button } from "./button";
import { say } from "./words";

export interface Question {
  title: string;
  /** The exact sentence the author agrees to. */
  text: string;
  confirm: string;
  cancel?: string;
  danger?: boolean;
}

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** Asks one question at a time; resolves to true only when the author confirms. */
export const useConfirm = () => useContext(ConfirmContext);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const answer = useRef<(yes: boolean) => void>(() => undefined);
  const { keep, giveBack } = useFocusBack();

  const ask = useCallback<Ask>((next) => {
    setQuestion(next);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);

  const settle = (yes: boolean) => {
    setOpen(false);
    answer.current(yes);
  };

  return (
    <ConfirmContext value={ask}>
      {children}
      <AlertDialog.Root open={open} onOpenChange={(next) => !next && settle(false)}>
        <AlertDialog.Portal>
          <AlertDialog.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
          <AlertDialog.Content
            onOpenAutoFocus={keep}
            onCloseAutoFocus={giveBack}
            className={cn(
              "fixed inset-x-0 bottom-0 z-50 animate-rise rounded-t-card border border-line bg-surface p-6 pb-[max(24px,env(safe-area-inset-bottom))] shadow-float outline-none",
              "sm:inset-x-4 sm:inset-y-0 sm:m-auto sm:h-fit sm:max-w-md sm:rounded-card",
            )}
          >
            <AlertDialog.Title className="font-medium font-serif text-xl">{question?.title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 break-words text-muted">{question?.text}</AlertDialog.Description>
            <div className="mt-6 flex flex-wrap justify-end gap-2">
              <AlertDialog.Cancel asChild>
                <Button>{question?.cancel ?? say.cancel}</Button>
              </AlertDialog.Cancel>
              <AlertDialog.Action asChild onClick={() => settle(true)}>
                <Button look={question?.danger ? "danger" : "accent"}>{question?.confirm}</Button>
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </ConfirmContext>
  );
}
