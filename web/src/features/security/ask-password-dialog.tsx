import { type FormEvent, useState } from "react";
import { useAuthor } from "@/api/session";
import { CurrentPassword } from "@/ui/current-password";
import { FormDialog } from "@/ui/form-dialog";
import { useAct } from "./use-act";
import { say } from "./words";

interface Props<T> {
  title: string;
  text: string;
  confirm: string;
  /** What the button says meanwhile. */
  doing: string;
  danger?: boolean;
  act: (password: string) => Promise<T>;
  onDone: (result: T) => void;
  onClose: () => void;
}

/** The password once more, before something that protects the account changes. */
export function AskPasswordDialog<T>({ title, text, confirm, doing, danger, act, onDone, onClose }: Props<T>) {
  const author = useAuthor();
  const [password, setPassword] = useState("");
  const { busy, errors, problem, run } = useAct(["password"], say.thatDidNotWork);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== "" && !busy) void run(() => act(password), onDone);
  };
  return (
    <FormDialog
      onClose={onClose}
      busy={busy}
      width="narrow"
      title={title}
      description={text}
      submit={confirm}
      submitting={doing}
      danger={danger}
      ready={password !== ""}
      problem={problem}
      onSubmit={submit}
    >
      <CurrentPassword error={errors.password} username={author?.email ?? ""} value={password} onChange={setPassword} />
    </FormDialog>
  );
}
