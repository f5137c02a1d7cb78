import { useSWRConfig } from "swr";
import { newIdempotencyKey } from "@/api/forms";
import { under } from "@/api/hooks";
import { messageOf } from "@/api/problem";
import { deleteTemplate, duplicateTemplate, type Template } from "@/api/templates";
import { notify, warn } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";
import { say } from "./words";

/** Tells a failure of templates the way all of them are told: an alert, and the log for whoever looks closer. */
export function tell(error: unknown, fallback: string) {
  console.error(fallback, error);
  warn(messageOf(error, fallback));
}

type Named = Pick<Template, "id" | "name">;

export function useTemplateActions(reload: () => void) {
  const { mutate } = useSWRConfig();
  const confirm = useConfirm();
  const refresh = async () => {
    reload();
    await mutate(under("/api/search"));
  };

  const duplicate = async (template: Named) => {
    try {
      const copy = await duplicateTemplate(template.id, newIdempotencyKey());
      notify(say.templateDuplicated, copy.name);
    } catch (error) {
      tell(error, say.failedToDuplicateTemplate);
    }
    await refresh();
  };

  const remove = async (template: Named): Promise<boolean> => {
    const sure = await confirm({
      title: say.deleteTemplate,
      text: say.areYouSureYouWant(template.name),
      confirm: say.deleteIt,
      danger: true,
    });
    if (!sure) return false;
    let gone = false;
    try {
      await deleteTemplate(template.id);
      gone = true;
      notify(say.templateDeleted, template.name);
    } catch (error) {
      tell(error, say.failedToDeleteTemplate);
    }
    await refresh();
    return gone;
  };

  return { duplicate, remove };
}
