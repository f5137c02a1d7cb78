import { type FormEvent, useState } from "react";
import { addPasskey, beginPasskey, type Passkey, renamePasskey } from "@/api/security";
import { notify } from "@/lib/notify";
import { isThereAlready, makePasskey, wasCancelled } from "@/lib/webauthn";
import { Field, Input } from "@/ui/field";
import { FormDialog } from "@/ui/form-dialog";
import { useAct } from "./use-act";
import { say } from "./words";

/** The browser's refusals in words. */
async function make(name: string): Promise<Passkey> {
  const { challenge_id, options } = await beginPasskey();
  try {
    return await addPasskey({ challenge_id, name, credential: await makePasskey(options) });
  } catch (error) {
    if (isThereAlready(error)) throw new Error("This device has a passkey for your account already.");
    if (wasCancelled(error))
      throw new Error("No passkey was made: the browser's question was closed or took too long.");
    throw error;
  }
}

interface Props {
  /** Null to add one. */
  passkey: Passkey | null;
  onClose: () => void;
}

/** A name for a passkey; for a new one the browser then asks for the rest. */
export function PasskeyDialog({ passkey, onClose }: Props) {
  const [name, setName] = useState(passkey?.name ?? "");
  const { busy, errors, problem, run, refuse } = useAct(["name"], say.thePasskeyCouldNotBe);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = name.trim();
    if (busy) return;
    if (chosen === "") return refuse({ name: say.enterAName });
    void run(
      () => (passkey ? renamePasskey(passkey.id, chosen) : make(chosen)),
      () => {
        notify(passkey ? say.passkeyRenamed : say.passkeyAdded, chosen);
        onClose();
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      busy={busy}
      width="narrow"
      title={passkey ? say.renamePasskey : say.addPasskey}
      submit={passkey ? say.rename : say.continue}
      submitting={passkey ? say.renaming : say.waitingForYourDevice}
      problem={problem}
      onSubmit={submit}
    >
      <Field label={say.name} error={errors.name} hint={passkey ? undefined : say.whereItIsKeptSuch}>
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
