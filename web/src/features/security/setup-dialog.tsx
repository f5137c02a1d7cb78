import { type FormEvent, useState } from "react";
import { confirmTotp, type NewTotp } from "@/api/security";
import { CopyButton } from "@/ui/copy-button";
import { Field, Input } from "@/ui/field";
import { FormDialog } from "@/ui/form-dialog";
import { useAct } from "./use-act";

const pictureOf = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");

function Secret({ setup }: { setup: NewTotp }) {
  return (
    <div className="grid gap-4 sm:grid-cols-[176px_minmax(0,1fr)] sm:items-center sm:gap-6">
      {/* White around it: cameras want the dark modules on a light ground, in either theme. */}
      <img
        src={pictureOf(setup.qr_svg)}
        alt="QR code for your authenticator app"
        className="size-44 justify-self-center rounded-control border border-line bg-paper p-1"
      />
      <div className="min-w-0">
        <p>Scan this with your authenticator app, or open it with the app on this device:</p>
        <p className="mt-1">
          <a href={setup.otpauth_url} className="link">
            Open in the app
          </a>
        </p>
        <p className="mt-3 text-13 text-muted">Or type the key:</p>
        <div className="mt-1 flex items-start gap-2">
          <code className="min-w-0 flex-1 break-words rounded-control bg-raised px-3 py-1.5 font-mono text-13">
            {inFours(setup.secret)}
          </code>
          <CopyButton look="plain" text={setup.secret} what="Key" aria-label="Copy the key" />
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
  const { busy, errors, problem, run } = useAct(["code"], "The code could not be checked.");
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
      title="Turn on the authenticator app"
      submit="Turn on"
      submitting="Checking..."
      ready={code.trim() !== ""}
      problem={problem}
      onSubmit={submit}
    >
      <Secret setup={setup} />
      <Field label="Code" error={errors.code} hint="The six digits that the app shows now.">
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
