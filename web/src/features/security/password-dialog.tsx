import { type FormEvent, useState } from "react";
import { changePassword } from "@/api/security";
import { useAuthor } from "@/api/session";
import { notify } from "@/lib/notify";
import { CurrentPassword } from "@/ui/current-password";
import { Field } from "@/ui/field";
import { FormDialog } from "@/ui/form-dialog";
import { PasswordInput } from "@/ui/password-input";
import { useAct } from "./use-act";

const MIN = 10;
const MAX = 128;

function check(current: string, next: string): Record<string, string> {
  const { length } = Array.from(next);
  return {
    ...(current === "" ? { current_password: "Enter your current password." } : {}),
    ...(length < MIN || length > MAX ? { new_password: "Use 10 to 128 characters." } : {}),
  };
}

/** The current password and another one. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const author = useAuthor();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const { busy, errors, problem, run, refuse } = useAct(
    ["current_password", "new_password"],
    "The password could not be changed.",
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = check(current, next);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    void run(
      () => changePassword(current, next),
      () => {
        notify("Password changed", "Every other session was ended.");
        onClose();
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      busy={busy}
      width="narrow"
      title="Change password"
      description="Every other session of your account ends."
      submit="Change password"
      submitting="Changing..."
      problem={problem}
      onSubmit={submit}
    >
      <CurrentPassword
        label="Current password"
        error={errors.current_password}
        username={author?.email ?? ""}
        value={current}
        onChange={setCurrent}
      />
      <Field label="New password" error={errors.new_password} hint="10 to 128 characters.">
        {(field) => (
          <PasswordInput
            {...field}
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
