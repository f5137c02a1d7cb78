import { ChevronRight, RotateCw } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/problem";
import {
  replayDelivery,
  useWebhookDeliveries,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryState,
} from "@/api/webhooks";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Empty } from "@/ui/empty";
import { Field, Select } from "@/ui/field";
import { Time } from "@/ui/time";
import { GrowingList } from "../growing-list";
import { say } from "../words";
import { DeliveryBadge, outcomeOf, Source } from "./parts";

const filters: { value: WebhookDeliveryState | ""; label: string }[] = [
  { value: "", label: say.all },
  { value: "pending", label: say.pending },
  { value: "delivered", label: say.delivered },
  { value: "failed", label: say.failed },
  { value: "test", label: say.test },
];

/** A test is not one of the events, and what waits for its first attempt needs no second one. */
const canReplay = ({ state, attempts }: WebhookDelivery) => state !== "test" && (state !== "pending" || attempts > 0);

function Details({ delivery, onReplayed }: { delivery: WebhookDelivery; onReplayed: () => void }) {
  const [busy, setBusy] = useState(false);
  const replay = async () => {
    setBusy(true);
    try {
      await replayDelivery(delivery);
      notify(say.deliveryIsSentAgain, delivery.event_id);
      onReplayed();
    } catch (error) {
      warn(messageOf(error, say.theDeliveryCouldNotBe));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="px-4 pt-1 pb-4 sm:pl-11">
      <p className="figures break-words text-12 text-muted">{say.deliveryStory(delivery)}</p>
      <Source title={say.payload} text={JSON.stringify(delivery.payload, null, 2)} />
      <Source title={say.answer} text={delivery.response || "(empty)"} />
      {canReplay(delivery) ? (
        <Button size="small" className="mt-3" disabled={busy} onClick={() => void replay()}>
          <RotateCw className={busy ? "animate-spin" : ""} />
          {say.replay}
        </Button>
      ) : null}
    </div>
  );
}

function Row({ delivery, onReplayed }: { delivery: WebhookDelivery; onReplayed: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen((now) => !now)}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2.5 text-left text-13 hover:bg-raised"
      >
        <ChevronRight
          aria-hidden="true"
          className={`size-4 shrink-0 text-muted transition-transform duration-150 ${open ? "rotate-90" : ""}`}
        />
        <span className="font-mono text-12">{delivery.type}</span>
        <DeliveryBadge state={delivery.state} attempts={delivery.attempts} />
        <span className="figures flex basis-full flex-col justify-between gap-x-4 pl-7 text-12 text-muted sm:flex-row">
          <span className="min-w-0 break-words">{outcomeOf(delivery)}</span>
          <Time at={delivery.created_at} className="shrink-0" />
        </span>
      </button>
      {open ? <Details delivery={delivery} onReplayed={onReplayed} /> : null}
    </li>
  );
}

function List({ webhook, state }: { webhook: Webhook; state: WebhookDeliveryState | "" }) {
  const deliveries = useWebhookDeliveries(webhook.id, state);
  return (
    <GrowingList
      pages={deliveries}
      loading={say.loadingDeliveries}
      empty={
        <Empty
          drawing="press"
          title={state === "" ? say.noDeliveriesYet : say.noDeliveriesInThisState}
          text={state === "" ? say.eachEventIsListedHere : undefined}
        />
      }
    >
      {(delivery) => <Row key={delivery.id} delivery={delivery} onReplayed={() => void deliveries.mutate()} />}
    </GrowingList>
  );
}

/** What a webhook was told and what it answered. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [state, setState] = useState<WebhookDeliveryState | "">("");
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={say.deliveries}
      description={<span className="break-all">{webhook.url}</span>}
    >
      <Field label={say.state} className="mb-4 sm:max-w-56">
        {(field) => (
          <Select
            {...field}
            value={state}
            onChange={(event) => setState(event.target.value as WebhookDeliveryState | "")}
          >
            {filters.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <List key={state} webhook={webhook} state={state} />
    </Dialog>
  );
}
