import { History, KeyRound, Pause, Play, Send, Trash2, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/problem";
import { testWebhook, type Webhook, type WebhookDelivery } from "@/api/webhooks";
import { formatClock } from "@/lib/format";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Banner, Card } from "@/ui/surface";
import { DeliveriesDialog } from "./deliveries-dialog";
import { SecretPanel, Standing, TestResult } from "./parts";
import type { WebhookList } from "./use-webhooks";
import { WebhookForm } from "./webhook-form";

/** Why nothing is delivered, or that it soon may not be. */
function Trouble({ webhook, onEnable }: { webhook: Webhook; onEnable: () => void }) {
  const { is_active, disabled_at, disabled_reason, failing_since } = webhook;
  if (!is_active || disabled_at) {
    const text = disabled_at
      ? `Disabled on ${formatClock(disabled_at)}. ${disabled_reason ?? ""}`
      : "Paused: events are not delivered.";
    return (
      <div className="mb-5">
        <Banner
          tone="yellow"
          action={
            <Button size="small" onClick={onEnable}>
              <Play />
              Enable again
            </Button>
          }
        >
          {text}
        </Banner>
      </div>
    );
  }
  if (!failing_since) return null;
  return (
    <div className="mb-5">
      <Banner tone="yellow">
        No delivery has worked since {formatClock(failing_since)}. They are tried again for some days; then the webhook
        is disabled.
      </Banner>
    </div>
  );
}

function useTest(webhook: Webhook | null, onTested: () => void) {
  const [result, setResult] = useState<WebhookDelivery | null>(null);
  const [testing, setTesting] = useState(false);
  const test = async () => {
    if (!webhook) return;
    setTesting(true);
    setResult(null);
    try {
      setResult(await testWebhook(webhook.id));
      onTested();
    } catch (error) {
      warn(messageOf(error, "The test could not be sent"));
    } finally {
      setTesting(false);
    }
  };
  return { result, testing, test };
}

interface ActionsProps {
  webhook: Webhook;
  hooks: WebhookList;
  onDeliveries: () => void;
}

function Actions({ webhook, hooks, onDeliveries }: ActionsProps) {
  return (
    <div className="-mx-2 mt-4 flex flex-wrap items-center gap-1 border-line border-t pt-3">
      <Button look="quiet" size="small" onClick={onDeliveries}>
        <History />
        Deliveries
      </Button>
      <Button look="quiet" size="small" onClick={() => void hooks.rotate(webhook)}>
        <KeyRound />
        Rotate secret
      </Button>
      {webhook.is_active && !webhook.disabled_at ? (
        <Button look="quiet" size="small" onClick={() => void hooks.setActive(webhook, false)}>
          <Pause />
          Pause
        </Button>
      ) : null}
      <Button look="warn" size="small" className="sm:ml-auto" onClick={() => void hooks.remove(webhook)}>
        <Trash2 />
        Remove
      </Button>
    </div>
  );
}

interface Props {
  /** Null for one that is not made yet. */
  webhook: Webhook | null;
  /** Its place among the webhooks, from 1. */
  number: number;
  hooks: WebhookList;
  onMade?: () => void;
  /** Gives up one that is not made yet. */
  onDiscard?: () => void;
}

/** One webhook: where it calls, how it does, and what can be done with it. */
export function WebhookCard({ webhook, number, hooks, onMade, onDiscard }: Props) {
  const { result, testing, test } = useTest(webhook, hooks.reload);
  const [reading, setReading] = useState(false);
  const secret = webhook ? hooks.secrets[webhook.id] : undefined;
  const close = () => {
    setReading(false);
    // Something may have been delivered meanwhile, or sent again by hand.
    hooks.reload();
  };
  return (
    <Card role="group" aria-label={`Webhook ${number}`} className="p-5">
      {webhook ? (
        <>
          <Trouble webhook={webhook} onEnable={() => void hooks.setActive(webhook, true)} />
          <div className="mb-5">
            <Standing webhook={webhook} />
          </div>
        </>
      ) : null}
      <WebhookForm
        webhook={webhook}
        save={number === 1 ? "Save API Settings" : "Save Webhook"}
        onSaved={(saved, made) => {
          if (made) hooks.setSecret(saved.id, made);
          void hooks.put(saved);
          onMade?.();
        }}
      >
        {(saved) => (
          <>
            <Button
              disabled={!saved || testing}
              title={saved ? undefined : "Save it first: the test goes to the saved address."}
              onClick={() => void test()}
            >
              <Send />
              {testing ? "Testing..." : "Test Webhook"}
            </Button>
            {onDiscard ? (
              <Button look="quiet" onClick={onDiscard}>
                <X />
                Discard
              </Button>
            ) : null}
          </>
        )}
      </WebhookForm>
      {secret ? <SecretPanel secret={secret} /> : null}
      {result ? <TestResult delivery={result} /> : null}
      {webhook ? <Actions webhook={webhook} hooks={hooks} onDeliveries={() => setReading(true)} /> : null}
      {webhook && reading ? <DeliveriesDialog webhook={webhook} onClose={close} /> : null}
    </Card>
  );
}
