import { type FormEvent, useState } from "react";
import { NO_REFUSAL, type Refusal, refusalOf, sentenceOf } from "@/api/problem";
import { passkeyRequest, signIn, signInWithPasskey, signUp, wantsCode } from "@/api/session";
import { provePasskey, wasCancelled } from "@/lib/webauthn";
import { emailError, passwordError } from "./rules";
import { say } from "./words";

export type Mode = "sign-in" | "sign-up";
/** A code is asked for once the password was right. */
export type Step = "password" | "code";

const FIELDS = ["email", "password", "name", "code"];

interface Typed {
  email: string;
  password: string;
  name: string;
  code: string;
}

function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form);
  const text = (key: keyof Typed) => String(data.get(key) ?? "");
  return { email: text("email").trim(), password: text("password"), name: text("name").trim(), code: text("code") };
}

function check(mode: Mode, step: Step, typed: Typed): Record<string, string> {
  const found = {
    name: mode === "sign-up" && typed.name === "" ? say.enterYourName : undefined,
    email: emailError(typed.email),
    password:
      mode === "sign-up" ? passwordError(typed.password) : typed.password === "" ? say.enterYourPassword : undefined,
    code: step === "code" && typed.code.trim() === "" ? say.enterTheCode : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Signing in or up by a form, the second step of it, and signing in without one. */
export function useAccess(mode: Mode) {
  const [busy, setBusy] = useState<"form" | "passkey" | null>(null);
  const [step, setStep] = useState<Step>("password");
  const [refusal, setRefusal] = useState<Refusal>(NO_REFUSAL);

  const refuse = (error: unknown) => {
    setBusy(null);
    if (!wantsCode(error)) return setRefusal(refusalOf(error, FIELDS));
    setStep("code");
    setRefusal(step === "code" ? { errors: { code: error.message }, problem: null } : NO_REFUSAL);
  };
  // What succeeds stays busy: the gate takes the dialog away.
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = typedIn(event.currentTarget);
    const errors = check(mode, step, typed);
    setRefusal({ errors, problem: null });
    if (Object.keys(errors).length > 0) return;
    setBusy("form");
    try {
      if (mode === "sign-up") await signUp(typed.email, typed.password, typed.name);
      else await signIn(typed.email, typed.password, step === "code" ? typed.code.replace(/\s/g, "") : undefined);
    } catch (error) {
      refuse(error);
    }
  };
  const withPasskey = async () => {
    setRefusal(NO_REFUSAL);
    setBusy("passkey");
    try {
      const { challenge_id, options } = await passkeyRequest();
      await signInWithPasskey(challenge_id, await provePasskey(options));
    } catch (error) {
      setBusy(null);
      const problem = wasCancelled(error) ? say.noPasskeyWasUsedTry : sentenceOf(error, say.thePasskeyCouldNotBe);
      setRefusal({ errors: {}, problem });
    }
  };
  const back = () => {
    setStep("password");
    setRefusal(NO_REFUSAL);
  };
  return { busy, step, ...refusal, submit, withPasskey, back };
}
