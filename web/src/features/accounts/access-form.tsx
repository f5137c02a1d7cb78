import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { AuthConfig } from "@/api/session";
import { canUsePasskeys } from "@/lib/webauthn";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { type Mode, useAccess } from "./use-access";
import { say } from "./words";

interface Props {
  config: AuthConfig | null;
  mode: Mode;
  /** What was typed before the form was left for another. */
  email: string;
  onSwitch: () => void;
  onForgot: (email: string) => void;
}

/** Six digits, or one of the codes that were kept for this day. */
function CodeField({ error }: { error: string | undefined }) {
  const [recovery, setRecovery] = useState(false);
  return (
    <div>
      <Field
        key={String(recovery)}
        label={recovery ? say.recoveryCode : say.code}
        error={error}
        hint={recovery ? say.eachOfThemWorksOnce : say.theSixDigitsThatYour}
      >
        {(field) => (
          <Input
            {...field}
            name="code"
            inputMode={recovery ? "text" : "numeric"}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            className="font-mono"
          />
        )}
      </Field>
      <button
        type="button"
        onClick={() => setRecovery((now) => !now)}
        className="link mt-2 text-13 text-muted hover:text-text"
      >
        {recovery ? say.useTheAuthenticatorApp : say.useARecoveryCode}
      </button>
    </div>
  );
}

function Or() {
  return (
    <div aria-hidden="true" className="flex items-center gap-3 text-12 text-muted">
      <span className="h-px flex-1 bg-line" />
      {say.or}
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}

function Fields({ mode, email, errors, onForgot }: FieldsProps) {
  const [typed, setTyped] = useState(email);
  const joining = mode === "sign-up";
  return (
    <>
      {joining ? (
        <Field label={say.name} error={errors.name}>
          {(field) => <Input {...field} name="name" autoComplete="name" autoFocus />}
        </Field>
      ) : null}
      <Field label={say.email} error={errors.email}>
        {(field) => (
          <Input
            {...field}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoFocus={!joining}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Field label={say.password} error={errors.password} hint={joining ? say.n10To128Characters : undefined}>
          {(field) => (
            <Input
              {...field}
              name="password"
              type="password"
              autoComplete={joining ? "new-password" : "current-password"}
            />
          )}
        </Field>
        {onForgot ? (
          <button
            type="button"
            onClick={() => onForgot(typed)}
            className="link mt-2 text-13 text-muted hover:text-text"
          >
            {say.forgotYourPassword}
          </button>
        ) : null}
      </div>
    </>
  );
}

interface FieldsProps {
  mode: Mode;
  email: string;
  errors: Record<string, string>;
  onForgot: ((email: string) => void) | null;
}

const words = {
  "sign-in": { act: say.signIn, busy: say.signingIn, question: say.newHere, other: say.createYourAccount },
  "sign-up": {
    act: say.createYourAccount,
    busy: say.creatingYourAccount,
    question: say.alreadyHaveAnAccount,
    other: say.signInInstead,
  },
};

/** On a server without an account. */
const first = {
  "sign-in": { ...words["sign-in"], question: say.noAccountYet, other: say.createTheFirstAccount },
  "sign-up": { ...words["sign-up"], act: say.createTheFirstAccount, busy: say.creatingTheAccount },
};

/** Signing in or up with the accounts that the installation keeps itself. */
export function AccessForm({ config, mode, email, onSwitch, onForgot }: Props) {
  const { busy, step, errors, problem, submit, withPasskey, back } = useAccess(mode);
  const { act, busy: acting, question, other } = (config?.first_account ? first : words)[mode];
  const signingIn = mode === "sign-in";
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      {problem ? <Banner>{problem}</Banner> : null}
      {config?.first_account && mode === "sign-up" ? (
        <p className="text-13 text-muted">{say.thisServerHasNoAccount}</p>
      ) : null}
      {/* Still there during the second step: the password goes with the code, and managers keep what was right. */}
      <div hidden={step === "code"} className="grid gap-4 [&[hidden]]:hidden">
        <Fields
          mode={mode}
          email={email}
          errors={errors}
          onForgot={signingIn && config?.password_reset ? onForgot : null}
        />
      </div>
      {step === "code" ? <CodeField error={errors.code} /> : null}
      <Button look="accent" type="submit" disabled={busy !== null} className="mt-1 w-full">
        {busy === "form" ? acting : act}
      </Button>
      {step === "code" ? (
        <button type="button" onClick={back} className="link justify-self-center text-13 text-muted hover:text-text">
          {say.back}
        </button>
      ) : null}
      {signingIn && step === "password" && config?.passkeys && canUsePasskeys() ? (
        <>
          <Or />
          <Button disabled={busy !== null} onClick={() => void withPasskey()} className="w-full">
            <KeyRound />
            {busy === "passkey" ? say.waitingForYourPasskey : say.useAPasskey}
          </Button>
        </>
      ) : null}
      {config?.sign_up && step === "password" ? (
        <p className="text-center text-13 text-muted">
          {question}{" "}
          <button type="button" onClick={onSwitch} className="link text-text">
            {other}
          </button>
        </p>
      ) : null}
    </form>
  );
}
