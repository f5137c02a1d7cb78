import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { deleteAccount, type Holdings, useHoldings } from "@/api/me";
import { ApiError, messageOf, NO_REFUSAL, refusalOf } from "@/api/problem";
import { useSecurity } from "@/api/security";
import { signOut } from "@/api/session";
import { countOf } from "@/lib/format";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { CurrentPassword } from "@/ui/current-password";
import { Field, Input } from "@/ui/field";
import { FormDialog } from "@/ui/form-dialog";
import { Retry } from "@/ui/retry";
import { Skeleton } from "@/ui/surface";
import { ExportData } from "./export-data";
import { say } from "./words";

const units: [keyof Holdings, string][] = [
  ["newsletters", "newsletter"],
  ["subscribers", "subscriber"],
  ["campaigns", "campaign"],
  ["templates", "template"],
  ["saved_blocks", "saved block"],
  ["images", "image"],
  ["domains", "domain"],
  ["imports", "import"],
  ["api_keys", say.apiKey],
  ["webhooks", "webhook"],
];

function Losses() {
  const { data, error, mutate } = useHoldings();
  if (error) return <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>;
  if (!data) return <Skeleton className="h-24 w-full rounded-card" />;
  const held = units.filter(([name]) => data[name] > 0);
  return (
    <ul className="figures grid list-disc gap-x-6 gap-y-1 pl-5 text-13 sm:grid-cols-2">
      {held.map(([name, unit]) => (
        <li key={name}>{countOf(data[name], unit)}</li>
      ))}
      <li>{say.everyFigureSettingAndSign}</li>
    </ul>
  );
}

/** The hosted provider alone knows the password: it asks for it once more, and comes back here. */
const SIGN_IN_AGAIN = "urn:letterpress:sign-in-again";
const SIGN_IN = `/auth/start?again=true&return_to=${encodeURIComponent("/settings/danger-zone")}`;

const same = (typed: string, email: string) => typed.trim().toLowerCase() === email.toLowerCase();

/** What deleting the account loses, a copy of it first, and the address typed as a last question. */
export function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState(NO_REFUSAL);
  const [again, setAgain] = useState(false);
  const { data: security, error: unknown, mutate: readSecurity } = useSecurity();
  const local = security?.provider === "local";
  const coded = local && security.totp !== null;
  const [deleting, setDeleting] = useState(false);
  const [exporting, setExporting] = useState(false);
  const navigate = useNavigate();
  const { errors, problem } = refusal;
  const sure =
    same(typed, email) && security !== undefined && (!local || password !== "") && (!coded || code.trim() !== "");

  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (!sure || deleting || exporting) return;
    setDeleting(true);
    setRefusal(NO_REFUSAL);
    try {
      await deleteAccount(email, {
        ...(local ? { password } : {}),
        ...(coded ? { code: code.replace(/\s/g, "") } : {}),
      });
    } catch (error) {
      setRefusal(refusalOf(error, ["password", "code", "confirm"], say.failedToDeleteTheAccount));
      setAgain(error instanceof ApiError && error.kind === SIGN_IN_AGAIN);
      setDeleting(false);
      return;
    }
    // The page goes first: unsaved settings have nobody left to ask.
    await signOut();
    await navigate("/", { replace: true });
    notify(say.accountDeleted);
  };
  return (
    <FormDialog
      onClose={onClose}
      busy={deleting || exporting}
      title={say.deleteAccount}
      description={say.permanentlyDeleteYourAccountAnd}
      submit={say.deleteAccount}
      submitting={deleting ? say.deleting : say.deleteAccount}
      danger
      ready={sure}
      problem={problem}
      remedy={
        again ? (
          <Button asChild size="small">
            <a href={SIGN_IN}>{say.signInAgain}</a>
          </Button>
        ) : undefined
      }
      onSubmit={(event) => void remove(event)}
    >
      {unknown && !security ? <Retry onRetry={() => void readSecurity()}>{messageOf(unknown)}</Retry> : null}
      <div>
        <p className="mb-2">{say.thisCantBeUndoneYou}</p>
        <Losses />
      </div>
      <ExportData onBusy={setExporting} />
      {local ? (
        <CurrentPassword error={errors.password} username={email} value={password} onChange={setPassword} />
      ) : null}
      {coded ? (
        <Field label={say.code} error={errors.code} hint={say.fromYourAuthenticatorAppOr}>
          {(field) => (
            <Input
              {...field}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              className="font-mono sm:max-w-60"
            />
          )}
        </Field>
      ) : null}
      <Field label={say.typeEmailToConfirm(email)} error={errors.confirm}>
        {(field) => (
          <Input
            {...field}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
          />
        )}
      </Field>
    </FormDialog>
  );
}
