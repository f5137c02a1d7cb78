import { useState } from "react";
import { messageOf } from "@/api/problem";
import { deleteWebhook, rotateSecret, updateWebhook, useWebhooks, type Webhook } from "@/api/webhooks";
import { notify, warn } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";
import { say } from "../words";

/** The author's webhooks, oldest first, and what can be done with one. */
export function useWebhookList() {
  const { data, error, mutate } = useWebhooks();
  const confirm = useConfirm();
  // A secret is told once, when it is made; here it stays as long as the page.
  const [secrets, setSecrets] = useState<Record<number, string>>({});

  const put = (webhook: Webhook) =>
    mutate((all = []) => [...all.filter(({ id }) => id !== webhook.id), webhook], { revalidate: false });
  const setSecret = (id: number, secret: string) => setSecrets((all) => ({ ...all, [id]: secret }));

  const setActive = async (webhook: Webhook, is_active: boolean) => {
    try {
      await put(await updateWebhook(webhook.id, { is_active }));
      notify(is_active ? say.webhookEnabled : say.webhookPaused, webhook.url);
    } catch (failure) {
      warn(messageOf(failure, say.failedToSaveTheWebhook));
    }
  };
  const rotate = async (webhook: Webhook) => {
    const sure = await confirm({
      title: say.rotateSecret,
      text: say.bothSecretsWorkFor24,
      confirm: say.rotateSecret,
    });
    if (!sure) return;
    try {
      setSecret(webhook.id, (await rotateSecret(webhook.id)).secret);
      notify(say.secretRotated, say.copyItNowWeShow);
    } catch (failure) {
      warn(messageOf(failure, say.failedToRotateTheSecret));
    }
  };
  const remove = async (webhook: Webhook) => {
    const sure = await confirm({
      title: say.removeWebhook,
      text: say.urlGetsNoMoreEvents(webhook.url),
      confirm: say.remove,
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteWebhook(webhook.id);
      notify(say.webhookRemoved, webhook.url);
    } catch (failure) {
      warn(messageOf(failure, say.failedToRemoveTheWebhook));
    }
    await mutate();
  };

  const list = data?.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id);
  return { list, error, reload: () => void mutate(), secrets, put, setSecret, setActive, rotate, remove };
}

export type WebhookList = ReturnType<typeof useWebhookList>;
