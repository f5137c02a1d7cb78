import { type FormEvent, useState } from "react";
import { NO_REFUSAL, refusalOf } from "@/api/problem";
import { askForReset } from "@/api/session";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { Rich } from "@/ui/rich";
import { Banner } from "@/ui/surface";
import { emailError } from "./rules";
import { say } from "./words";

/** Asks for a link to set a new password. The answer tells nobody whose addresses have an account. */
export function ForgotForm({ email, onBack }: { email: string; onBack: (email: string) => void }) {
  const [typed, setTyped] = useState(email);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [{ errors, problem }, setRefusal] = useState(NO_REFUSAL);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const address = typed.trim();
    const wrong = emailError(address);
    setRefusal(wrong ? { errors: { email: wrong }, problem: null } : NO_REFUSAL);
    if (wrong) return;
    setBusy(true);
    try {
      await askForReset(address);
      setSentTo(address);
    } catch (error) {
      setRefusal(refusalOf(error, ["email"], say.theLinkCouldNotBe));
    } finally {
      setBusy(false);
    }
  };
  const back = (
    <button
      type="button"
      onClick={() => onBack(typed)}
      className="link justify-self-center text-13 text-muted hover:text-text"
    >
      {say.backToSignIn}
    </button>
  );
  if (sentTo)
    return (
      <div className="grid gap-5">
        <p role="status">
          <Rich
            text={say.linkOnItsWay(sentTo)}
            parts={{ strong: (inner) => <strong className="break-words font-medium">{inner}</strong> }}
          />
        </p>
        {back}
      </div>
    );
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="grid gap-4">
      <p className="text-muted">{say.weMailYouALink}</p>
      {problem ? <Banner>{problem}</Banner> : null}
      <Field label={say.email} error={errors.email}>
        {(field) => (
          <Input
            {...field}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button look="accent" type="submit" disabled={busy} className="mt-1 w-full">
        {busy ? say.sending : say.sendLink}
      </Button>
      {back}
    </form>
  );
}
