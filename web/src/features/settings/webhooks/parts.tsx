import type { Webhook, WebhookDelivery, WebhookDeliveryState } from "@/api/webhooks";
import { formatNumber } from "@/lib/format";
import { Badge, type Tone } from "@/ui/badge";
import { CopyButton } from "@/ui/copy-button";
import { Field, Input } from "@/ui/field";
import { Time } from "@/ui/time";

const states: Record<WebhookDeliveryState, { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "blue" },
  delivered: { label: "Delivered", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  test: { label: "Test", tone: "neutral" },
};

export function DeliveryBadge({ state, attempts }: Pick<WebhookDelivery, "state" | "attempts">) {
  // Nothing to wait for calmly: it failed, and is tried again.
  if (state === "pending" && attempts > 0) return <Badge tone="yellow">Retrying</Badge>;
  return <Badge tone={states[state].tone}>{states[state].label}</Badge>;
}

export const isFine = ({ status }: WebhookDelivery) => status !== null && status >= 200 && status < 300;

/** "Answered 200 in 143 ms", or the sentence that says why it failed. */
export function outcomeOf({ status, duration_ms, error, attempts }: WebhookDelivery): string {
  if (error) return error;
  if (status !== null)
    return duration_ms === null ? `Answered ${status}` : `Answered ${status} in ${formatNumber(duration_ms)} ms`;
  return attempts === 0 ? "Not tried yet" : "No answer";
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
        <Badge tone={fine ? "green" : "red"}>{fine ? "Test arrived" : "Test failed"}</Badge>
        <span className="figures min-w-0 break-words">{outcomeOf(delivery)}</span>
      </div>
      {delivery.response ? <Source title="Answer" text={delivery.response} /> : null}
    </div>
  );
}

/** The key that signs; told right after it was made and never again. */
export function SecretPanel({ secret }: { secret: string }) {
  return (
    <div role="status" className="mt-4 rounded-card bg-yellow-soft px-4 py-3">
      <Field
        label="Signing secret"
        hint="Copy it now. We show it only once. Your app uses it to check that a request comes from us."
      >
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
            <CopyButton text={secret} what="Signing secret">
              Copy
            </CopyButton>
          </div>
        )}
      </Field>
    </div>
  );
}

const standing = (webhook: Webhook): { label: string; tone: Tone } => {
  if (webhook.disabled_at) return { label: "Disabled", tone: "red" };
  if (!webhook.is_active) return { label: "Paused", tone: "neutral" };
  return webhook.failing_since ? { label: "Failing", tone: "yellow" } : { label: "Active", tone: "green" };
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
          Last: {last.type}, <Time at={last.created_at} inline />. {outcomeOf(last)}
        </span>
      ) : (
        <span>Nothing delivered yet</span>
      )}
    </span>
  );
}
