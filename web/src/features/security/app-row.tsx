import { useState } from "react";
import { beginTotp, type NewTotp, renewRecoveryCodes, type Security, turnOffTotp } from "@/api/security";
import { formatDate } from "@/lib/format";
import { notify } from "@/lib/notify";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { AskPasswordDialog } from "./ask-password-dialog";
import { CodesDialog } from "./codes-dialog";
import { Row } from "./row";
import { SetupDialog } from "./setup-dialog";
import { say } from "./words";

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
        title={say.turnOnTheAuthenticatorApp}
        text={say.fromThenOnSigningIn}
        confirm={say.continue}
        doing={say.checking}
        act={beginTotp}
        onDone={(setup) => onStep({ kind: "confirm", setup })}
        onClose={close}
      />
    );
  if (step.kind === "renew")
    return (
      <AskPasswordDialog
        title={say.renewRecoveryCodes}
        text={say.youGetTenNewCodes}
        confirm={say.renewCodes}
        doing={say.renewing}
        act={renewRecoveryCodes}
        onDone={({ recovery_codes }) => keep(recovery_codes)}
        onClose={close}
      />
    );
  return (
    <AskPasswordDialog
      title={say.turnOffTheAuthenticatorApp}
      text={say.yourPasswordAloneSignsYou}
      confirm={say.turnOff}
      doing={say.turningOff}
      danger
      act={turnOffTotp}
      onDone={() => {
        notify(say.authenticatorAppTurnedOff);
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
      {say.onSince(formatDate(enabled_at))}{" "}
      <span className={recovery_codes_left <= FEW ? "text-yellow" : undefined}>
        {recovery_codes_left === 0 ? say.noRecoveryCodeIsLeft : say.codeLeft(recovery_codes_left)}
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
      title={say.authenticatorApp}
      badge={totp ? <Badge tone="green">{say.on}</Badge> : null}
      text={totp ? <Left totp={totp} /> : hasPassword ? say.aCodeFromYourPhone : say.aCodeBesidesThePassword}
      actions={
        totp ? (
          <>
            <Button size="small" onClick={() => setStep({ kind: "renew" })}>
              {say.renewCodes}
            </Button>
            <Button size="small" look="warn" onClick={() => setStep({ kind: "turn-off" })}>
              {say.turnOff}
            </Button>
          </>
        ) : hasPassword ? (
          <Button size="small" onClick={() => setStep({ kind: "begin" })}>
            {say.turnOn}
          </Button>
        ) : null
      }
    >
      {step ? <Steps key={step.kind} step={step} onStep={setStep} /> : null}
    </Row>
  );
}
