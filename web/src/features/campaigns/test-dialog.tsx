import { type FormEvent, type ReactNode, useState } from "react";
import { useSWRConfig } from "swr";
import { type Campaign, type SentTest, testCampaign } from "@/api/campaigns";
import { type CapturedMail, isCapturedMail, useCapturedMail } from "@/api/captured-mail";
import { useIdempotencyKey } from "@/api/forms";
import { ApiError, messageOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, TextArea } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { MailList } from "./report/captured-mail";
import { say } from "./words";

const MOST = 10;
/** Kept tests that are shown. */
const KEPT = 5;

export const splitAddresses = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

function Result({ result }: { result: SentTest }) {
  return (
    <div className="grid gap-2">
      {result.sent.length > 0 ? (
        <p role="status" className="rounded-control bg-green-soft px-4 py-3 text-13 text-green">
          {say.sentTo(result.sent.join(", "))}
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
function KeptTests({ kept }: { kept: Props["kept"] }) {
  const { data } = useCapturedMail(kept.query);
  const tests = data?.rows.filter((mail) => mail.kind === "test" && kept.isOurs(mail)).slice(0, KEPT) ?? [];
  if (tests.length === 0) return null;
  return (
    <div className="mt-5">
      <h3 className="mb-2 font-medium text-13">{say.keptInTheBuiltIn}</h3>
      <MailList rows={tests} />
    </div>
  );
}

interface Props {
  /** What is sent. */
  description: string;
  /** What else says what is sent: with another, it is another test. */
  from?: unknown;
  send: (to: string[], idempotencyKey: string) => Promise<SentTest>;
  /** Which emails of the built-in mailbox may be such tests. */
  kept: { query: Parameters<typeof useCapturedMail>[0]; isOurs: (mail: CapturedMail) => boolean };
  /** Fields above the addresses. */
  children?: ReactNode;
  onClose: () => void;
}

/** Sends something to a few addresses of the author's choice, without touching any subscriber. */
export function TestSend({ description, from, send, kept, children, onClose }: Props) {
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
      setError(to.length === 0 ? say.enterAtLeastOneEmail : say.atMostMOSTAddressesAt(MOST));
      return;
    }
    setBusy(true);
    setError(null);
    try {
      setResult(await send(to, key.keyFor([from, to])));
      key.settled();
      await mutate(isCapturedMail);
    } catch (reason) {
      key.settled(reason);
      const fields = reason instanceof ApiError ? reason.errors.map((field) => field.message) : [];
      setError(fields.length > 0 ? fields.join(" ") : messageOf(reason, say.failedToSendTheTest));
    }
    setBusy(false);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      width="narrow"
      title={say.testSend}
      description={description}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {result ? say.close : say.cancel}
          </Button>
          <Button look="accent" type="submit" form="test-send-form" disabled={busy}>
            {busy ? say.sending2 : say.sendTest}
          </Button>
        </>
      }
    >
      <form id="test-send-form" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        {children}
        <Field label={say.sendTo} error={error ?? undefined} hint={say.lengthOfAtMostMOST(to.length, MOST)}>
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
      <KeptTests kept={kept} />
    </Dialog>
  );
}

/** Of a campaign. */
export function TestDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  return (
    <TestSend
      description={campaign.subject}
      send={(to, key) => testCampaign(campaign, to, key)}
      kept={{ query: { campaign_id: campaign.id, limit: KEPT }, isOurs: () => true }}
      onClose={onClose}
    />
  );
}
