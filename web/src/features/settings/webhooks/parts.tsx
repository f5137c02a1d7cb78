import type { Webhook, WebhookDelivery, WebhookDeliveryState } from "@/api/webhooks";
import { Badge, type Tone } from "@/ui/badge";
import { CopyButton } from "@/ui/copy-button";
import { Field, Input } from "@/ui/field";
import { Rich } from "@/ui/rich";
import { Time } from "@/ui/time";
import { say } from "../words";

const states: Record<WebhookDeliveryState, { label: string; tone: Tone }> = {
  pending: { label: say.pending, tone: "blue" },
  delivered: { label: say.delivered, tone: "green" },
  failed: { label: say.failed, tone: "red" },
  test: { label: say.test, tone: "neutral" },
};

export function DeliveryBadge({ state, attempts }: Pick<WebhookDelivery, "state" | "attempts">) {
  // Nothing to wait for calmly: it failed, and is tried again.
  if (state === "pending" && attempts > 0) return <Badge tone="yellow">{say.retrying}</Badge>;
  return <Badge tone={states[state].tone}>{states[state].label}</Badge>;
}

export const isFine = ({ status }: WebhookDelivery) => status !== null && status >= 200 && status < 300;

/** "Answered 200 in 143 ms", or the sentence that says why it failed. */
export function outcomeOf({ status, duration_ms, error, attempts }: WebhookDelivery): string {
  if (error) return error;
  if (status !== null)
    return duration_ms === null ? say.answeredStatus(status) : say.answeredStatusInMsMs(status, duration_ms);
  return attempts === 0 ? say.notTriedYet : say.noAnswer;
}

/** What was sent or came back, as it is. */
export function Source({ title, text }: { title: string; text: string }) {
  return (
    <div className="mt-3">
      <p className="text-12 text-muted">{title}</p>
      <pre className="mt-1 whitespace-pre-wrap break-words rounded-control bg-raised px-3 py-2 font-mono text-12">
        {text}
      </pre>
    </div>
  );
}

/** What came back from a test. */
export function TestResult({ delivery }: { delivery: WebhookDelivery }) {
  const fine = isFine(delivery);
  return (
    <div role="status" className="mt-4 rounded-card border border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-2 text-13">
        <Badge tone={fine ? "green" : "red"}>{fine ? say.testArrived : say.testFailed}</Badge>
        <span className="figures min-w-0 break-words">{outcomeOf(delivery)}</span>
      </div>
      {delivery.response ? <Source title={say.answer} text={delivery.response} /> : null}
    </div>
  );
}

/** The key that signs; told right after it was made and never again. */
export function SecretPanel({ secret }: { secret: string }) {
  return (
    <div role="status" className="mt-4 rounded-card bg-yellow-soft px-4 py-3">
      <Field label={say.signingSecret} hint={say.copyItNowWeShowIt}>
        {(field) => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...field}
              readOnly
              value={secret}
              spellCheck={false}
              onFocus={(event) => event.target.select()}
              className="min-w-0 flex-1 basis-60 truncate font-mono sm:text-13"
            />
            <CopyButton text={secret} what={say.signingSecret}>
              {say.copy}
            </CopyButton>
          </div>
        )}
      </Field>
    </div>
  );
}

const standing = (webhook: Webhook): { label: string; tone: Tone } => {
  if (webhook.disabled_at) return { label: say.disabled, tone: "red" };
  if (!webhook.is_active) return { label: say.paused, tone: "neutral" };
  return webhook.failing_since ? { label: say.failing, tone: "yellow" } : { label: say.active, tone: "green" };
};

/** Whether a webhook works, and how its last delivery went. */
export function Standing({ webhook }: { webhook: Webhook }) {
  const { label, tone } = standing(webhook);
  const last = webhook.last_delivery;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-muted">
      <Badge tone={tone}>{label}</Badge>
      {last ? (
        <span className="figures min-w-0 flex-1 basis-60 break-words">
          <Rich
            text={say.lastDelivery(last.type, outcomeOf(last))}
            parts={{ time: () => <Time at={last.created_at} inline /> }}
          />
        </span>
      ) : (
        <span>{say.nothingDeliveredYet}</span>
      )}
    </span>
  );
}
