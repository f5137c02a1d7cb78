import { type FormEvent, useState } from "react";
import { changeEmail } from "@/api/me";
import { ApiError, messageOf } from "@/api/problem";
import { CurrentPassword } from "@/ui/current-password";
import { FormDialog } from "@/ui/form-dialog";
import { say } from "./words";

interface Props {
  email: string;
  /** The address that holds until the new one is confirmed. */
  kept: string;
  onClose: () => void;
  onSent: () => void;
  /** The new address itself will not do. */
  onRefused: (message: string) => void;
}

/** Why the new address will not do, which is no matter of the password: nonsense, or somebody's already. */
function refusalOf(failure: unknown): string | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  if (failure.status === 409) return failure.message;
  return failure.errors.find(({ field }) => field === "email")?.message;
}

/** Only who knows the password moves the account to another address. */
export function EmailDialog({ email, kept, onClose, onSent, onRefused }: Props) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await changeEmail(email, password);
      onSent();
    } catch (failure) {
      const refused = refusalOf(failure);
      if (refused !== undefined) return onRefused(refused);
      const own = failure instanceof ApiError ? failure.errors.find(({ field }) => field.endsWith("password")) : null;
      setError(own?.message ?? messageOf(failure, say.theLinkCouldNotBe));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      onClose={onClose}
      busy={busy}
      width="narrow"
      title={say.changeEmailAddress}
      description={say.aLinkGoesToEmail(email, kept)}
      submit={say.sendLink}
      submitting={say.sending}
      ready={password !== ""}
      onSubmit={(event) => void send(event)}
    >
      <CurrentPassword error={error ?? undefined} username={kept} value={password} onChange={setPassword} />
    </FormDialog>
  );
}
