import { useState } from "react";
import { beginTotp, type NewTotp, renewRecoveryCodes, type Security, turnOffTotp } from "@/api/security";
import { countOf, formatDate } from "@/lib/format";
import { notify } from "@/lib/notify";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { AskPasswordDialog } from "./ask-password-dialog";
import { CodesDialog } from "./codes-dialog";
import { Row } from "./row";
import { SetupDialog } from "./setup-dialog";

type Step =
  | { kind: "begin" | "renew" | "turn-off" }
  | { kind: "confirm"; setup: NewTotp }
  | { kind: "codes"; codes: string[] };

interface StepsProps {
  step: Step;
  onStep: (step: Step | null) => void;
}

/** One dialog after another, until the codes are kept. */
function Steps({ step, onStep }: StepsProps) {
  const close = () => onStep(null);
  const keep = (codes: string[]) => onStep({ kind: "codes", codes });
  if (step.kind === "codes") return <CodesDialog codes={step.codes} onClose={close} />;
  if (step.kind === "confirm") return <SetupDialog setup={step.setup} onDone={keep} onClose={close} />;
  if (step.kind === "begin")
    return (
      <AskPasswordDialog
        title="Turn on the authenticator app"
        text="From then on, signing in with your password also asks for a code."
        confirm="Continue"
        doing="Checking..."
        act={beginTotp}
        onDone={(setup) => onStep({ kind: "confirm", setup })}
        onClose={close}
      />
    );
  if (step.kind === "renew")
    return (
      <AskPasswordDialog
        title="Renew recovery codes"
        text="You get ten new codes. The current ones stop working."
        confirm="Renew codes"
        doing="Renewing..."
        act={renewRecoveryCodes}
        onDone={({ recovery_codes }) => keep(recovery_codes)}
        onClose={close}
      />
    );
  return (
    <AskPasswordDialog
      title="Turn off the authenticator app"
      text="Your password alone signs you in again, and the recovery codes stop working."
      confirm="Turn off"
      doing="Turning off..."
      danger
      act={turnOffTotp}
      onDone={() => {
        notify("Authenticator app turned off");
        close();
      }}
      onClose={close}
    />
  );
}

const FEW = 3;

function Left({ totp: { enabled_at, recovery_codes_left } }: { totp: NonNullable<Security["totp"]> }) {
  return (
    <>
      On since {formatDate(enabled_at)}.{" "}
      <span className={recovery_codes_left <= FEW ? "text-yellow" : undefined}>
        {recovery_codes_left === 0
          ? "No recovery code is left: renew them."
          : `${countOf(recovery_codes_left, "recovery code")} left.`}
      </span>
    </>
  );
}

/** A code from an app as the second factor. */
export function AppRow({ totp, hasPassword }: { totp: Security["totp"]; hasPassword: boolean }) {
  const [step, setStep] = useState<Step | null>(null);
  return (
    <Row
      id="authenticator-app"
      title="Authenticator app"
      badge={totp ? <Badge tone="green">On</Badge> : null}
      text={
        totp ? (
          <Left totp={totp} />
        ) : hasPassword ? (
          "A code from your phone, asked for besides the password."
        ) : (
          "A code besides the password. Set a password first."
        )
      }
      actions={
        totp ? (
          <>
            <Button size="small" onClick={() => setStep({ kind: "renew" })}>
              Renew codes
            </Button>
            <Button size="small" look="warn" onClick={() => setStep({ kind: "turn-off" })}>
              Turn off
            </Button>
          </>
        ) : hasPassword ? (
          <Button size="small" onClick={() => setStep({ kind: "begin" })}>
            Turn on
          </Button>
        ) : null
      }
    >
      {step ? <Steps key={step.kind} step={step} onStep={setStep} /> : null}
    </Row>
  );
}
