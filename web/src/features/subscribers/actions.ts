import { useSWRConfig } from "swr";
import { under } from "@/api/hooks";
import { messageOf } from "@/api/problem";
import { bulkSubscribers, removeSubscriber, type Subscriber } from "@/api/subscribers";
import { countOf } from "@/lib/format";
import { notify, OFFER_MS, offerUndo, warn } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";
import { removeLater } from "./removals";
import { say } from "./words";

/** Everything that shows subscribers or counts them. */
export const affected = under("/api/subscribers", "/api/newsletters", "/api/overview", "/api/imports?");

function byNewsletter(subscribers: Subscriber[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const { newsletter_id, id } of subscribers)
    groups.set(newsletter_id, [...(groups.get(newsletter_id) ?? []), id]);
  return groups;
}

async function bulk(action: "remove" | "unsubscribe", subscribers: Subscriber[], keepalive = false): Promise<number> {
  let changed = 0;
  for (const [newsletterId, ids] of byNewsletter(subscribers)) {
    changed += (await bulkSubscribers(newsletterId, { action, ids }, keepalive)).changed;
  }
  return changed;
}

export function useSubscriberActions() {
  const { mutate } = useSWRConfig();
  const confirm = useConfirm();

  /** Says that it is done, and does it when nobody can take it back any more. */
  const later = (subscribers: Subscriber[], text: string, act: (leaving: boolean) => Promise<unknown>) => {
    const send = async (leaving: boolean) => {
      try {
        await act(leaving);
      } catch (error) {
        warn(messageOf(error, say.failedToRemoveSubscriber));
      }
      await mutate(affected);
    };
    offerUndo(text, removeLater(subscribers, OFFER_MS, send));
  };

  const remove = async (subscriber: Subscriber) => {
    const sure = await confirm({
      title: say.removeSubscriber,
      text: say.areYouSureYouWant(subscriber.email),
      confirm: say.remove,
      danger: true,
    });
    if (!sure) return;
    later([subscriber], say.subscriberRemovedSuccessfully, (leaving) => removeSubscriber(subscriber, leaving));
  };

  const removeMany = async (subscribers: Subscriber[]): Promise<boolean> => {
    const many = countOf(subscribers.length, "subscriber");
    const sure = await confirm({
      title: say.removeSubscribers,
      text: say.areYouSureYouWantTo(many),
      confirm: say.remove,
      danger: true,
    });
    if (!sure) return false;
    later(subscribers, say.manyRemoved(many), (leaving) => bulk("remove", subscribers, leaving));
    return true;
  };

  const unsubscribeMany = async (subscribers: Subscriber[]): Promise<boolean> => {
    const sure = await confirm({
      title: say.unsubscribeSubscribers,
      text: say.unsubscribeSubscriberTheyGetNo(subscribers.length),
      confirm: say.unsubscribe,
      danger: true,
    });
    if (!sure) return false;
    try {
      notify(say.subscriberUnsubscribed(await bulk("unsubscribe", subscribers)));
    } catch (error) {
      warn(messageOf(error, say.failedToUpdateSubscribers));
    }
    await mutate(affected);
    return true;
  };

  return { remove, removeMany, unsubscribeMany };
}
