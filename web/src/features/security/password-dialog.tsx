import { type FormEvent, useState } from "react";
import { changePassword } from "@/api/security";
import { useAuthor } from "@/api/session";
import { notify } from "@/lib/notify";
import { CurrentPassword } from "@/ui/current-password";
import { Field } from "@/ui/field";
import { FormDialog } from "@/ui/form-dialog";
import { PasswordInput } from "@/ui/password-input";
import { useAct } from "./use-act";
import { say } from "./words";

const MIN = 10;
const MAX = 128;

function check(current: string, next: string): Record<string, string> {
  const { length } = Array.from(next);
  return {
    ...(current === "" ? { current_password: say.enterYourCurrentPassword } : {}),
    ...(length < MIN || length > MAX ? { new_password: say.use10To128Characters } : {}),
  };
}

/** The current password and another one. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const author = useAuthor();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const { busy, errors, problem, run, refuse } = useAct(
    ["current_password", "new_password"],
    say.thePasswordCouldNotBe,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = check(current, next);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    void run(
      () => changePassword(current, next),
      () => {
        notify(say.passwordChanged, say.everyOtherSessionWasEnded);
        onClose();
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      busy={busy}
      width="narrow"
      title={say.changePassword}
      description={say.everyOtherSessionOfYour}
      submit={say.changePassword}
      submitting={say.changing}
      problem={problem}
      onSubmit={submit}
    >
      <CurrentPassword
        label={say.currentPassword}
        error={errors.current_password}
        username={author?.email ?? ""}
        value={current}
        onChange={setCurrent}
      />
      <Field label={say.newPassword} error={errors.new_password} hint={say.n10To128Characters}>
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
