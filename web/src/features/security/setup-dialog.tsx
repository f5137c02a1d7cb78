import { type FormEvent, useState } from "react";
import { confirmTotp, type NewTotp } from "@/api/security";
import { CopyButton } from "@/ui/copy-button";
import { Field, Input } from "@/ui/field";
import { FormDialog } from "@/ui/form-dialog";
import { useAct } from "./use-act";
import { say } from "./words";

const pictureOf = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");

function Secret({ setup }: { setup: NewTotp }) {
  return (
    <div className="grid gap-4 sm:grid-cols-[176px_minmax(0,1fr)] sm:items-center sm:gap-6">
      {/* White around it: cameras want the dark modules on a light ground, in either theme. */}
      <img
        src={pictureOf(setup.qr_svg)}
        alt={say.qrCodeForYourAuthenticator}
        className="size-44 justify-self-center rounded-control border border-line bg-paper p-1"
      />
      <div className="min-w-0">
        <p>{say.scanThisWithYourAuthenticator}</p>
        <p className="mt-1">
          <a href={setup.otpauth_url} className="link">
            {say.openInTheApp}
          </a>
        </p>
        <p className="mt-3 text-13 text-muted">{say.orTypeTheKey}</p>
        <div className="mt-1 flex items-start gap-2">
          <code className="min-w-0 flex-1 break-words rounded-control bg-raised px-3 py-1.5 font-mono text-13">
            {inFours(setup.secret)}
          </code>
          <CopyButton look="plain" text={setup.secret} what={say.key} aria-label={say.copyTheKey} />
        </div>
      </div>
    </div>
  );
}

interface Props {
  setup: NewTotp;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** The secret, and a first code that proves it has arrived. */
export function SetupDialog({ setup, onDone, onClose }: Props) {
  const [code, setCode] = useState("");
  const { busy, errors, problem, run } = useAct(["code"], say.theCodeCouldNotBe);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const digits = code.replace(/\s/g, "");
    if (digits === "" || busy) return;
    void run(
      () => confirmTotp(digits),
      ({ recovery_codes }) => onDone(recovery_codes),
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      busy={busy}
      title={say.turnOnTheAuthenticatorApp}
      submit={say.turnOn}
      submitting={say.checking}
      ready={code.trim() !== ""}
      problem={problem}
      onSubmit={submit}
    >
      <Secret setup={setup} />
      <Field label={say.code} error={errors.code} hint={say.theSixDigitsThatThe}>
        {(field) => (
          <Input
            {...field}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            className="font-mono sm:max-w-40"
          />
        )}
      </Field>
    </FormDialog>
  );
}
