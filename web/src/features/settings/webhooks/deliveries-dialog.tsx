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
import { formatClock } from "@/lib/format";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Empty } from "@/ui/empty";
import { Field, Select } from "@/ui/field";
import { Retry } from "@/ui/retry";
import { Loading, Skeleton } from "@/ui/surface";
import { Time } from "@/ui/time";
import { DeliveryBadge, outcomeOf, Source } from "./parts";

const filters: { value: WebhookDeliveryState | ""; label: string }[] = [
  { value: "", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
  { value: "test", label: "Test" },
];

/** A test is not one of the events, and what waits for its first attempt needs no second one. */
const canReplay = ({ state, attempts }: WebhookDelivery) => state !== "test" && (state !== "pending" || attempts > 0);

function Details({ delivery, onReplayed }: { delivery: WebhookDelivery; onReplayed: () => void }) {
  const [busy, setBusy] = useState(false);
  const replay = async () => {
    setBusy(true);
    try {
      await replayDelivery(delivery);
      notify("Delivery is sent again", delivery.event_id);
      onReplayed();
    } catch (error) {
      warn(messageOf(error, "The delivery could not be sent again"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="px-4 pt-1 pb-4 sm:pl-11">
      <p className="figures break-words text-12 text-muted">
        {delivery.event_id}, no. {delivery.sequence},{" "}
        {delivery.attempts === 1 ? "1 attempt" : `${delivery.attempts} attempts`}
        {delivery.error && delivery.status !== null ? `, last answered ${delivery.status}` : ""}
        {delivery.next_attempt_at ? `, next on ${formatClock(delivery.next_attempt_at)}` : ""}
        {delivery.delivered_at ? `, delivered on ${formatClock(delivery.delivered_at)}` : ""}
      </p>
      <Source title="Payload" text={JSON.stringify(delivery.payload, null, 2)} />
      <Source title="Answer" text={delivery.response || "(empty)"} />
      {canReplay(delivery) ? (
        <Button size="small" className="mt-3" disabled={busy} onClick={() => void replay()}>
          <RotateCw className={busy ? "animate-spin" : ""} />
          Replay
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
  const { data, error, isValidating, size, setSize, mutate } = useWebhookDeliveries(webhook.id, state);
  const reload = () => void mutate();
  const rows = data?.flatMap((page) => page.rows);
  const more = data?.at(-1)?.next;
  const coming = isValidating && data !== undefined && data.length < size;
  return (
    <>
      {error ? <Retry onRetry={reload}>{messageOf(error)}</Retry> : null}
      {!rows && !error ? (
        <Loading text="Loading deliveries...">
          <Skeleton className="h-44 w-full rounded-card" />
        </Loading>
      ) : null}
      {rows?.length === 0 ? (
        <Empty
          drawing="press"
          title={state === "" ? "No deliveries yet" : "No deliveries in this state"}
          text={state === "" ? "Each event is listed here with what was sent and what came back." : undefined}
        />
      ) : null}
      {rows && rows.length > 0 ? (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line">
          {rows.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} onReplayed={reload} />
          ))}
        </ul>
      ) : null}
      {more || coming ? (
        <Button className="mt-4" size="small" disabled={coming} onClick={() => void setSize(size + 1)}>
          {coming ? "Loading..." : "Load more"}
        </Button>
      ) : null}
    </>
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
      title="Deliveries"
      description={<span className="break-all">{webhook.url}</span>}
    >
      <Field label="State" className="mb-4 sm:max-w-56">
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
