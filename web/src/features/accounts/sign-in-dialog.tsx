import { ArrowRight } from "lucide-react";
import { useState } from "react";
import type { AuthConfig } from "@/api/session";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Rich } from "@/ui/rich";
import { Banner } from "@/ui/surface";
import { AccessForm } from "./access-form";
import { ForgotForm } from "./forgot-form";
import { startPath } from "./hosted";
import type { Mode } from "./use-access";
import { say } from "./words";

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
  "sign-in": say.signInToLetterpress,
  "sign-up": say.createYourAccount,
  forgot: say.forgotYourPassword,
};

export function HostedSignIn({ config, failure }: { config: AuthConfig; failure: string | null | undefined }) {
  const name = config.provider_name ?? config.issuer;
  return (
    <div className="grid gap-5">
      {failure ? <Banner>{failure}</Banner> : null}
      <p>
        <Rich
          text={say.signInAt(name)}
          parts={{ strong: (inner) => <strong className="break-words font-medium">{inner}</strong> }}
        />
      </p>
      <Button asChild look="accent" className="min-w-0 shrink">
        <a href={startPath()}>
          <span className="truncate">{say.continueWithName(name)}</span>
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
      title={shown === "sign-up" && config?.first_account ? say.createTheFirstAccount : titles[shown]}
    >
      {hosted ? (
        <HostedSignIn config={config} failure={failure} />
      ) : (
        <LocalSignIn config={config} mode={shown} onMode={setMode} />
      )}
    </Dialog>
  );
}
