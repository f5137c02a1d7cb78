import { type FormEvent, useState } from "react";
import { NO_REFUSAL, refusalOf } from "@/api/problem";
import { askForReset } from "@/api/session";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { emailError } from "./rules";

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
      setRefusal(refusalOf(error, ["email"], "The link could not be sent."));
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
      Back to sign in
    </button>
  );
  if (sentTo)
    return (
      <div className="grid gap-5">
        <p role="status">
          If there is an account with <strong className="break-words font-medium">{sentTo}</strong>, a mail with a link
          is on its way. The link works once, for one hour.
        </p>
        {back}
      </div>
    );
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="grid gap-4">
      <p className="text-muted">We mail you a link to set a new one.</p>
      {problem ? <Banner>{problem}</Banner> : null}
      <Field label="Email" error={errors.email}>
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
        {busy ? "Sending..." : "Send link"}
      </Button>
      {back}
    </form>
  );
}
