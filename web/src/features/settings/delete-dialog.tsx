import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "@/api/problem";
import { signOut } from "@/api/session";
import { deleteAccount, type Holdings, useHoldings } from "@/api/settings";
import { countOf } from "@/lib/format";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Input } from "@/ui/field";
import { Retry } from "@/ui/retry";
import { Banner, Skeleton } from "@/ui/surface";
import { ExportData } from "./export-data";

const units: [keyof Holdings, string][] = [
  ["newsletters", "newsletter"],
  ["subscribers", "subscriber"],
  ["campaigns", "campaign"],
  ["templates", "template"],
  ["images", "image"],
  ["domains", "domain"],
  ["imports", "import"],
  ["api_keys", "API key"],
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
      <li>Every figure, setting and sign-in</li>
    </ul>
  );
}

const same = (typed: string, email: string) => typed.trim().toLowerCase() === email.toLowerCase();

/** What deleting the account loses, a copy of it first, and the address typed as a last question. */
export function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const [exporting, setExporting] = useState(false);
  const navigate = useNavigate();
  const sure = same(typed, email);

  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (!sure || deleting || exporting) return;
    setDeleting(true);
    setProblem(null);
    try {
      await deleteAccount(email);
    } catch (error) {
      setProblem(messageOf(error, "Failed to delete the account"));
      setDeleting(false);
      return;
    }
    // The page goes first: unsaved settings have nobody left to ask.
    await signOut();
    await navigate("/", { replace: true });
    notify("Account deleted");
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={deleting || exporting}
      title="Delete Account"
      description="Permanently delete your account and all data"
      footer={
        <>
          <Button onClick={onClose} disabled={deleting || exporting}>
            Cancel
          </Button>
          <Button look="danger" type="submit" form="delete-form" disabled={!sure || deleting || exporting}>
            {deleting ? "Deleting..." : "Delete Account"}
          </Button>
        </>
      }
    >
      <form id="delete-form" noValidate onSubmit={(event) => void remove(event)} className="grid gap-5">
        {problem ? <Banner>{problem}</Banner> : null}
        <div>
          <p className="mb-2">This is lost, and nothing brings it back. Campaigns that are being sent stop.</p>
          <Losses />
        </div>
        <ExportData onBusy={setExporting} />
        <Field label={`Type ${email} to confirm`}>
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
      </form>
    </Dialog>
  );
}
