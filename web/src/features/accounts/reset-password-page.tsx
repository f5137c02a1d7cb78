import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { ApiError, NO_REFUSAL, refusalOf } from "@/api/problem";
import { resetPassword } from "@/api/session";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { PasswordInput } from "@/ui/password-input";
import { Banner } from "@/ui/surface";
import { QuietPage } from "./quiet-page";
import { passwordError } from "./rules";
import { useToken } from "./use-token";

const isSpent = (error: unknown) => error instanceof ApiError && error.errors.some(({ field }) => field === "token");

function useReset() {
  const [token, forget] = useToken();
  const [state, setState] = useState<"asking" | "busy" | "done" | "spent">(token === "" ? "spent" : "asking");
  const [refusal, setRefusal] = useState(NO_REFUSAL);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    const wrong = passwordError(password);
    setRefusal(wrong ? { errors: { password: wrong }, problem: null } : NO_REFUSAL);
    if (wrong) return;
    setState("busy");
    try {
      await resetPassword(token, password);
      forget();
      setState("done");
    } catch (error) {
      if (isSpent(error)) return setState("spent");
      setRefusal(refusalOf(error, ["password"], "The password could not be set."));
      setState("asking");
    }
  };
  return { state, ...refusal, submit };
}

/** Where the link for a forgotten password leads. */
export default function ResetPasswordPage() {
  const { state, errors, problem, submit } = useReset();
  if (state === "done")
    return (
      <QuietPage title="Your new password is set">
        <p role="status" className="text-muted">
          You were signed out everywhere. Sign in with the new password.
        </p>
        <Button asChild look="accent" className="justify-self-start">
          <Link to="/">Sign in</Link>
        </Button>
      </QuietPage>
    );
  if (state === "spent")
    return (
      <QuietPage title="This link no longer works">
        <p role="alert" className="text-muted">
          A link for a new password works once, for one hour. Choose “Forgot your password?” when you sign in, and a new
          one comes by mail. Your password is as it was.
        </p>
        <Button asChild look="accent" className="justify-self-start">
          <Link to="/">To the sign-in</Link>
        </Button>
      </QuietPage>
    );
  return (
    <QuietPage title="Set a new password">
      <p className="text-muted">It ends every session of your account.</p>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {problem ? <Banner>{problem}</Banner> : null}
        <Field label="New password" error={errors.password} hint="10 to 128 characters.">
          {(field) => <PasswordInput {...field} name="password" autoComplete="new-password" autoFocus />}
        </Field>
        <Button look="accent" type="submit" disabled={state === "busy"}>
          {state === "busy" ? "Saving..." : "Set password"}
        </Button>
      </form>
    </QuietPage>
  );
}
