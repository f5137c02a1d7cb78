import { History, KeyRound, Pause, Play, Send, Trash2, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/problem";
import { testWebhook, type Webhook, type WebhookDelivery } from "@/api/webhooks";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Banner, Card } from "@/ui/surface";
import { OpenRow } from "../open-row";
import { say } from "../words";
import { DeliveriesDialog } from "./deliveries-dialog";
import { SecretPanel, Standing, TestResult } from "./parts";
import type { WebhookList } from "./use-webhooks";
import { WebhookForm } from "./webhook-form";

/** Why nothing is delivered, or that it soon may not be. */
function Trouble({ webhook, onEnable }: { webhook: Webhook; onEnable: () => void }) {
  const { is_active, disabled_at, disabled_reason, failing_since } = webhook;
  if (!is_active || disabled_at) {
    const text = disabled_at
      ? say.disabledOnAtReason(disabled_at, disabled_reason ?? "")
      : say.pausedNoEventsAreDelivered;
    return (
      <div className="mb-5">
        <Banner
          tone="yellow"
          action={
            <Button size="small" onClick={onEnable}>
              <Play />
              {say.enableAgain}
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
      <Banner tone="yellow">{say.everyDeliveryHasFailedSince(failing_since)}</Banner>
    </div>
  );
}

function useTest(webhook: Webhook, onTested: () => void) {
  const [result, setResult] = useState<WebhookDelivery | null>(null);
  const [testing, setTesting] = useState(false);
  const test = async () => {
    setTesting(true);
    setResult(null);
    try {
      setResult(await testWebhook(webhook.id));
      onTested();
    } catch (error) {
      warn(messageOf(error, say.couldntSendTheTest));
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
        {say.deliveries}
      </Button>
      <Button look="quiet" size="small" onClick={() => void hooks.rotate(webhook)}>
        <KeyRound />
        {say.rotateSecret}
      </Button>
      {webhook.is_active && !webhook.disabled_at ? (
        <Button look="quiet" size="small" onClick={() => void hooks.setActive(webhook, false)}>
          <Pause />
          {say.pause}
        </Button>
      ) : null}
      <Button look="warn" size="small" className="sm:ml-auto" onClick={() => void hooks.remove(webhook)}>
        <Trash2 />
        {say.remove}
      </Button>
    </div>
  );
}

const labelOf = (number: number) => say.webhookNumber(number);
const saveLabel = (number: number) => (number === 1 ? say.saveAPISettings : say.saveWebhook);
const SAVE_FIRST = say.saveItFirstTestsGo;

interface NewProps {
  /** Its place among the webhooks, from 1. */
  number: number;
  hooks: WebhookList;
  onMade: (webhook: Webhook) => void;
  onDiscard?: (() => void) | undefined;
}

/** One that is not made yet. */
export function NewWebhook({ number, hooks, onMade, onDiscard }: NewProps) {
  return (
    <Card role="group" aria-label={labelOf(number)} className="p-5">
      <WebhookForm
        webhook={null}
        save={saveLabel(number)}
        onSaved={(saved, secret) => {
          if (secret) hooks.setSecret(saved.id, secret);
          void hooks.put(saved);
          onMade(saved);
        }}
      >
        {() => (
          <>
            <Button disabled title={SAVE_FIRST}>
              <Send />
              {say.testWebhook}
            </Button>
            {onDiscard ? (
              <Button look="quiet" onClick={onDiscard}>
                <X />
                {say.discard}
              </Button>
            ) : null}
          </>
        )}
      </WebhookForm>
    </Card>
  );
}

interface Props {
  webhook: Webhook;
  number: number;
  hooks: WebhookList;
  open: boolean;
  onToggle: () => void;
}

/** One webhook: where it calls and how it does; opened, what can be done with it. */
export function WebhookRow({ webhook, number, hooks, open, onToggle }: Props) {
  const { result, testing, test } = useTest(webhook, hooks.reload);
  const [reading, setReading] = useState(false);
  const secret = hooks.secrets[webhook.id];
  const close = () => {
    setReading(false);
    // Something may have been delivered meanwhile, or sent again by hand.
    hooks.reload();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own, and forms within
    <div role="group" aria-label={labelOf(number)}>
      <OpenRow
        open={open}
        onToggle={onToggle}
        head={
          <>
            <span className="block break-all pb-1.5 font-medium text-13">{webhook.url}</span>
            <Standing webhook={webhook} />
          </>
        }
      >
        <Trouble webhook={webhook} onEnable={() => void hooks.setActive(webhook, true)} />
        <WebhookForm webhook={webhook} save={saveLabel(number)} onSaved={(saved) => void hooks.put(saved)}>
          {(saved) => (
            <Button disabled={!saved || testing} title={saved ? undefined : SAVE_FIRST} onClick={() => void test()}>
              <Send />
              {testing ? say.testing : say.testWebhook}
            </Button>
          )}
        </WebhookForm>
        {secret ? <SecretPanel secret={secret} /> : null}
        {result ? <TestResult delivery={result} /> : null}
        <Actions webhook={webhook} hooks={hooks} onDeliveries={() => setReading(true)} />
        {reading ? <DeliveriesDialog webhook={webhook} onClose={close} /> : null}
      </OpenRow>
    </div>
  );
}
