import { useSWRConfig } from "swr";
import { under } from "@/api/hooks";
import { deleteNewsletter, type Newsletter, updateNewsletter } from "@/api/newsletters";
import { messageOf } from "@/api/problem";
import { notify, warn } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";

/** Everything that shows a newsletter's name, state or figures; a domain's state says whether one uses it. */
export const affected = under(
  "/api/newsletters",
  "/api/overview",
  "/api/campaigns",
  "/api/subscribers",
  "/api/domains",
);

export function useNewsletterActions() {
  const { mutate } = useSWRConfig();
  const confirm = useConfirm();

  const toggle = async (newsletter: Newsletter) => {
    try {
      await updateNewsletter(newsletter.id, { is_active: !newsletter.is_active });
    } catch (error) {
      warn(messageOf(error, "Failed to update newsletter"));
    }
    await mutate(affected);
  };

  const remove = async (newsletter: Newsletter) => {
    const sure = await confirm({
      title: "Delete newsletter",
      text: `Are you sure you want to delete "${newsletter.name}"? This action cannot be undone.`,
      confirm: "Delete",
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteNewsletter(newsletter.id);
      notify("Newsletter deleted", `“${newsletter.name}” and its subscribers are gone.`);
    } catch (error) {
      warn(messageOf(error, "Failed to delete newsletter"));
    }
    await mutate(affected);
  };

  return { toggle, remove };
}
