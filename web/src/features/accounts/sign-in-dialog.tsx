import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "@/api/problem";
import { signIn, signUp } from "@/api/session";
import type { AuthConfig } from "@/api/types";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Input } from "@/ui/field";
import { Banner } from "@/ui/surface";

type Mode = "sign-in" | "sign-up";
type Errors = Partial<Record<"email" | "password" | "name", string>>;

interface Props {
  config: AuthConfig | null;
  open: boolean;
  onClose: () => void;
}

const MIN_PASSWORD = 10;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost$/;

function check(mode: Mode, email: string, password: string, name: string): Errors {
  const errors: Errors = {};
  if (mode === "sign-up" && name.trim() === "") errors.name = "Enter your name.";
  if (!EMAIL.test(email.trim())) errors.email = "Enter an email address, such as ada@example.com.";
  if (password === "") errors.password = "Enter your password.";
  else if (mode === "sign-up" && (password.length < MIN_PASSWORD || password.length > 128)) {
    errors.password = "Use 10 to 128 characters.";
  }
  return errors;
}

function useAccess(mode: Mode) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (key: string) => String(data.get(key) ?? "");
    const found = check(mode, text("email"), text("password"), text("name"));
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      if (mode === "sign-in") await signIn(text("email").trim(), text("password"));
      else await signUp(text("email").trim(), text("password"), text("name").trim());
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors : [];
      setErrors(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
      if (fields.length === 0) setProblem(messageOf(error));
      setBusy(false);
    }
  };

  return { busy, errors, problem, submit };
}

function AccessForm({ mode, onSwitch, canSignUp }: { mode: Mode; onSwitch: () => void; canSignUp: boolean }) {
  const { busy, errors, problem, submit } = useAccess(mode);
  const joining = mode === "sign-up";
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {problem ? <Banner>{problem}</Banner> : null}
      {joining ? (
        <Field label="Name" error={errors.name}>
          {(field) => <Input {...field} name="name" autoComplete="name" autoFocus />}
        </Field>
      ) : null}
      <Field label="Email" error={errors.email}>
        {(field) => (
          <Input {...field} name="email" type="email" inputMode="email" autoComplete="username" autoFocus={!joining} />
        )}
      </Field>
      <Field label="Password" error={errors.password} hint={joining ? "At least 10 characters." : undefined}>
        {(field) => (
          <Input
            {...field}
            name="password"
            type="password"
            autoComplete={joining ? "new-password" : "current-password"}
          />
        )}
      </Field>
      <Button look="accent" type="submit" disabled={busy} className="mt-1 w-full">
        {joining ? (busy ? "Signing up..." : "Sign up") : busy ? "Signing in..." : "Sign in"}
      </Button>
      {canSignUp ? (
        <p className="text-center text-13 text-muted">
          {joining ? "Already have an account?" : "New here?"}{" "}
          <button type="button" onClick={onSwitch} className="link text-text">
            {joining ? "Sign in instead" : "Create an account"}
          </button>
        </p>
      ) : null}
    </form>
  );
}

export function SignInDialog({ config, open, onClose }: Props) {
  const [mode, setMode] = useState<Mode>("sign-in");
  const hosted = config?.provider === "oidc";
  const canSignUp = config?.sign_up ?? false;
  const shown = canSignUp ? mode : "sign-in";
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="narrow"
      title={shown === "sign-up" ? "Create your account" : "Sign in to Letterpress"}
    >
      {hosted ? (
        <p>
          People sign in to this installation at <strong className="font-medium">{config.issuer}</strong>. Its operator
          can also hand out API keys.
        </p>
      ) : (
        <AccessForm
          key={shown}
          mode={shown}
          canSignUp={canSignUp}
          onSwitch={() => setMode(shown === "sign-in" ? "sign-up" : "sign-in")}
        />
      )}
    </Dialog>
  );
}
