import { useSWRConfig } from "swr";
import { under } from "@/api/hooks";
import { deleteNewsletter, type Newsletter, updateNewsletter } from "@/api/newsletters";
import { messageOf } from "@/api/problem";
import { notify, warn } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";
import { say } from "./words";

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
      warn(messageOf(error, say.failedToUpdateNewsletter));
    }
    await mutate(affected);
  };

  const remove = async (newsletter: Newsletter) => {
    const sure = await confirm({
      title: say.deleteNewsletter,
      text: say.areYouSureYouWant(newsletter.name),
      confirm: say.deleteIt,
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteNewsletter(newsletter.id);
      notify(say.newsletterDeleted, say.nameAndItsSubscribersAre(newsletter.name));
    } catch (error) {
      warn(messageOf(error, say.failedToDeleteNewsletter));
    }
    await mutate(affected);
  };

  return { toggle, remove };
}
