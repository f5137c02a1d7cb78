import { ArrowRight } from "lucide-react";
import { useState } from "react";
import type { AuthConfig } from "@/api/session";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Banner } from "@/ui/surface";
import { AccessForm } from "./access-form";
import { ForgotForm } from "./forgot-form";
import { startPath } from "./hosted";
import type { Mode } from "./use-access";

interface Props {
  config: AuthConfig | null;
  open: boolean;
  onClose: () => void;
  /** Why signing in at the provider came to nothing. */
  failure?: string | null;
  /** What it opens with. */
  start?: Mode;
}

const titles: Record<Mode | "forgot", string> = {
  "sign-in": "Sign in to Letterpress",
  "sign-up": "Create your account",
  forgot: "Forgot your password?",
};

export function HostedSignIn({ config, failure }: { config: AuthConfig; failure: string | null | undefined }) {
  const name = config.provider_name ?? config.issuer;
  return (
    <div className="grid gap-5">
      {failure ? <Banner>{failure}</Banner> : null}
      <p>
        People sign in to this installation at <strong className="break-words font-medium">{name}</strong>. You come
        back to this page from there.
      </p>
      <Button asChild look="accent" className="min-w-0 shrink">
        <a href={startPath()}>
          <span className="truncate">Continue with {name}</span>
          <ArrowRight aria-hidden="true" />
        </a>
      </Button>
    </div>
  );
}

interface LocalProps {
  config: AuthConfig | null;
  mode: Mode | "forgot";
  onMode: OnMode;
  /** Who signed in before. */
  known?: string;
}

export function LocalSignIn({ config, mode, onMode, known = "" }: LocalProps) {
  const [email, setEmail] = useState(known);
  const go = (next: Mode | "forgot", typed: string) => {
    setEmail(typed);
    onMode(next);
  };
  if (mode === "forgot") return <ForgotForm email={email} onBack={(typed) => go("sign-in", typed)} />;
  return (
    <AccessForm
      key={mode}
      config={config}
      mode={mode}
      email={email}
      onSwitch={() => onMode(mode === "sign-in" ? "sign-up" : "sign-in")}
      onForgot={(typed) => go("forgot", typed)}
    />
  );
}

export type OnMode = (mode: Mode | "forgot") => void;

/** The modal of the signed-out page: with our own accounts, or on the way to the provider that keeps them. */
export function SignInDialog({ config, open, onClose, failure, start = "sign-in" }: Props) {
  const [mode, setMode] = useState<Mode | "forgot">(start);
  const hosted = config?.provider === "oidc";
  const canSignUp = config?.sign_up ?? false;
  const shown = hosted || (mode === "sign-up" && !canSignUp) ? "sign-in" : mode;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="narrow"
      title={shown === "sign-up" && config?.first_account ? "Create the first account" : titles[shown]}
    >
      {hosted ? (
        <HostedSignIn config={config} failure={failure} />
      ) : (
        <LocalSignIn config={config} mode={shown} onMode={setMode} />
      )}
    </Dialog>
  );
}
