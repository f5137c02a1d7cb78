import { useState } from "react";
import { messageOf } from "@/api/problem";
import { deleteWebhook, rotateSecret, updateWebhook, useWebhooks, type Webhook } from "@/api/webhooks";
import { notify, warn } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";

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
      notify(is_active ? "Webhook enabled" : "Webhook paused", webhook.url);
    } catch (failure) {
      warn(messageOf(failure, "Failed to save the webhook"));
    }
  };
  const rotate = async (webhook: Webhook) => {
    const sure = await confirm({
      title: "Rotate secret",
      text: "Both secrets work for 24 hours, so you have time to switch.",
      confirm: "Rotate secret",
    });
    if (!sure) return;
    try {
      setSecret(webhook.id, (await rotateSecret(webhook.id)).secret);
      notify("Secret rotated", "Copy it now. We show it only once.");
    } catch (failure) {
      warn(messageOf(failure, "Failed to rotate the secret"));
    }
  };
  const remove = async (webhook: Webhook) => {
    const sure = await confirm({
      title: "Remove webhook",
      text: `${webhook.url} gets no more events, and its delivery history is deleted.`,
      confirm: "Remove",
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteWebhook(webhook.id);
      notify("Webhook removed", webhook.url);
    } catch (failure) {
      warn(messageOf(failure, "Failed to remove the webhook"));
    }
    await mutate();
  };

  const list = data?.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id);
  return { list, error, reload: () => void mutate(), secrets, put, setSecret, setActive, rotate, remove };
}

export type WebhookList = ReturnType<typeof useWebhookList>;
