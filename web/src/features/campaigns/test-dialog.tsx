import { type FormEvent, useState } from "react";
import { useSWRConfig } from "swr";
import { type Campaign, type SentTest, testCampaign } from "@/api/campaigns";
import { isCapturedMail, useCapturedMail } from "@/api/captured-mail";
import { useIdempotencyKey } from "@/api/forms";
import { ApiError, messageOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, TextArea } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { MailList } from "./report/captured-mail";

const MOST = 10;

export const splitAddresses = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

function Result({ result }: { result: SentTest }) {
  return (
    <div className="grid gap-2">
      {result.sent.length > 0 ? (
        <p role="status" className="rounded-control bg-green-soft px-4 py-3 text-13 text-green">
          Sent to {result.sent.join(", ")}
        </p>
      ) : null}
      {result.failed.map(({ to, reason }) => (
        <Banner key={to}>
          {to}: {reason}
        </Banner>
      ))}
    </div>
  );
}

/** With the built-in mailbox the test can be read right here. */
function KeptTests({ campaign }: { campaign: Campaign }) {
  const { data } = useCapturedMail({ campaign_id: campaign.id, limit: 5 });
  const tests = data?.rows.filter((mail) => mail.kind === "test") ?? [];
  if (tests.length === 0) return null;
  return (
    <div className="mt-5">
      <h3 className="mb-2 font-medium text-13">Kept in the built-in mailbox</h3>
      <MailList rows={tests} />
    </div>
  );
}

/** Sends the campaign to a few addresses of the author's choice, without touching any reader. */
export function TestDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const author = useAuthor();
  const [text, setText] = useState(author?.email ?? "");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [result, setResult] = useState<SentTest | null>(null);
  const key = useIdempotencyKey();
  const { mutate } = useSWRConfig();
  const to = splitAddresses(text);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setResult(null);
    if (to.length === 0 || to.length > MOST) {
      setError(to.length === 0 ? "Enter at least one email address." : `At most ${MOST} addresses at once.`);
      return;
    }
    setBusy(true);
    setError(null);
    try {
      setResult(await testCampaign(campaign, to, key.keyFor(to)));
      key.settled();
      await mutate(isCapturedMail);
    } catch (reason) {
      key.settled(reason);
      const fields = reason instanceof ApiError ? reason.errors.map((field) => field.message) : [];
      setError(fields.length > 0 ? fields.join(" ") : messageOf(reason, "Failed to send the test"));
    }
    setBusy(false);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      width="narrow"
      title="Test send"
      description={campaign.subject}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {result ? "Close" : "Cancel"}
          </Button>
          <Button look="accent" type="submit" form="test-send-form" disabled={busy}>
            {busy ? "Sending..." : "Send test"}
          </Button>
        </>
      }
    >
      <form id="test-send-form" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <Field
          label="Send to"
          error={error ?? undefined}
          hint={`${to.length} of at most ${MOST} addresses, separated by commas or lines.`}
        >
          {(field) => (
            <TextArea
              {...field}
              rows={3}
              value={text}
              onChange={(event) => setText(event.target.value)}
              spellCheck={false}
            />
          )}
        </Field>
        {result ? <Result result={result} /> : null}
      </form>
      <KeptTests campaign={campaign} />
    </Dialog>
  );
}
