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
import { say } from "./words";

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
      setRefusal(refusalOf(error, ["password"], say.thePasswordCouldNotBe));
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
      <QuietPage title={say.yourNewPasswordIsSet}>
        <p role="status" className="text-muted">
          {say.youWereSignedOutEverywhere}
        </p>
        <Button asChild look="accent" className="justify-self-start">
          <Link to="/">{say.signIn}</Link>
        </Button>
      </QuietPage>
    );
  if (state === "spent")
    return (
      <QuietPage title={say.thisLinkNoLongerWorks}>
        <p role="alert" className="text-muted">
          {say.aLinkForANew}
        </p>
        <Button asChild look="accent" className="justify-self-start">
          <Link to="/">{say.toTheSignIn}</Link>
        </Button>
      </QuietPage>
    );
  return (
    <QuietPage title={say.setANewPassword}>
      <p className="text-muted">{say.itEndsEverySessionOf}</p>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {problem ? <Banner>{problem}</Banner> : null}
        <Field label={say.newPassword} error={errors.password} hint={say.n10To128Characters}>
          {(field) => <PasswordInput {...field} name="password" autoComplete="new-password" autoFocus />}
        </Field>
        <Button look="accent" type="submit" disabled={state === "busy"}>
          {state === "busy" ? say.saving : say.setPassword}
        </Button>
      </form>
    </QuietPage>
  );
}
