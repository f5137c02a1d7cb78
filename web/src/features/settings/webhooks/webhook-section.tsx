import { Plus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/problem";
import { useHash } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Retry } from "@/ui/retry";
import { Card, Loading, Skeleton } from "@/ui/surface";
import { say } from "../words";
import { useWebhookList } from "./use-webhooks";
import { NewWebhook, WebhookRow } from "./webhook-row";

/** Every webhook as a row that opens, and room for one more; the first is always there to be filled in. */
export function WebhookSection() {
  const hooks = useWebhookList();
  const [adding, setAdding] = useState(false);
  const [toggled, setToggled] = useState<Record<number, boolean>>({});
  const { list, error } = hooks;
  useHash("add-webhook", () => setAdding(true));
  if (!list && error) return <Retry onRetry={hooks.reload}>{messageOf(error)}</Retry>;
  if (!list)
    return (
      <Loading text={say.loadingWebhooks}>
        <Skeleton className="h-72 w-full rounded-card" />
      </Loading>
    );
  const isOpen = (id: number, index: number) => toggled[id] ?? index === 0;
  return (
    <div className="grid gap-4">
      {list.length > 0 ? (
        <Card className="divide-y divide-line">
          {list.map((webhook, index) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              number={index + 1}
              hooks={hooks}
              open={isOpen(webhook.id, index)}
              onToggle={() => setToggled((all) => ({ ...all, [webhook.id]: !isOpen(webhook.id, index) }))}
            />
          ))}
        </Card>
      ) : null}
      {adding || list.length === 0 ? (
        <div id="add-webhook" tabIndex={-1} className="scroll-mt-20 outline-none">
          <NewWebhook
            number={list.length + 1}
            hooks={hooks}
            onMade={({ id }) => {
              setAdding(false);
              setToggled((all) => ({ ...all, [id]: true }));
            }}
            onDiscard={list.length > 0 ? () => setAdding(false) : undefined}
          />
        </div>
      ) : (
        <div>
          <Button size="small" onClick={() => setAdding(true)}>
            <Plus />
            {say.addAnother}
          </Button>
        </div>
      )}
    </div>
  );
}
