import { Plus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/problem";
import { useHash } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Retry } from "@/ui/retry";
import { Loading, Skeleton } from "@/ui/surface";
import { useWebhookList } from "./use-webhooks";
import { WebhookCard } from "./webhook-card";

/** Every webhook, and room for one more; the first is always there to be filled in. */
export function WebhookSection() {
  const hooks = useWebhookList();
  const [adding, setAdding] = useState(false);
  const { list, error } = hooks;
  useHash("add-webhook", () => setAdding(true));
  if (!list && error) return <Retry onRetry={hooks.reload}>{messageOf(error)}</Retry>;
  if (!list)
    return (
      <Loading text="Loading webhooks...">
        <Skeleton className="h-72 w-full rounded-card" />
      </Loading>
    );
  const open = adding || list.length === 0;
  return (
    <div className="grid gap-4">
      {list.map((webhook, index) => (
        <WebhookCard key={webhook.id} webhook={webhook} number={index + 1} hooks={hooks} />
      ))}
      {open ? (
        <div id="add-webhook" tabIndex={-1} className="scroll-mt-20 outline-none">
          <WebhookCard
            key="new"
            webhook={null}
            number={list.length + 1}
            hooks={hooks}
            onMade={() => setAdding(false)}
            onDiscard={list.length > 0 ? () => setAdding(false) : undefined}
          />
        </div>
      ) : (
        <div>
          <Button size="small" onClick={() => setAdding(true)}>
            <Plus />
            Add another
          </Button>
        </div>
      )}
    </div>
  );
}
