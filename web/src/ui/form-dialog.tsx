import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "./button";
import { Dialog, type DialogProps } from "./dialog";
import { Banner } from "./surface";
import { say } from "./words";

export interface FormDialogProps extends Omit<DialogProps, "footer" | "open"> {
  onSubmit: (event: FormEvent) => void;
  /** What the button says. */
  submit: string;
  /** What it says meanwhile. */
  submitting: string;
  /** The button does something that cannot be undone. */
  danger?: boolean;
  /** False while there is nothing to send. */
  ready?: boolean;
  /** What is wrong with the whole; what is wrong with a field stands at the field. */
  problem?: string | null;
  /** What can be done about the problem. */
  remedy?: ReactNode;
  /** Stands before the problem. */
  above?: ReactNode;
}

/** A dialog that is one form: its fields, and buttons to send it and to leave it. */
export function FormDialog({
  onSubmit,
  submit,
  submitting,
  danger = false,
  ready = true,
  problem,
  remedy,
  above,
  children,
  ...dialog
}: FormDialogProps) {
  const { busy, onClose } = dialog;
  const form = useId();
  return (
    <Dialog
      {...dialog}
      open
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {say.cancel}
          </Button>
          <Button look={danger ? "danger" : "accent"} type="submit" form={form} disabled={busy || !ready}>
            {busy ? submitting : submit}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-5">
        {above}
        {problem ? <Banner action={remedy}>{problem}</Banner> : null}
        {children}
      </form>
    </Dialog>
  );
}
