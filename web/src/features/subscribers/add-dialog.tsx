import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { type KeyFor, useSubmission } from "@/api/forms";
import type { Newsletter } from "@/api/newsletters";
import { addSubscriber } from "@/api/subscribers";
import { notify } from "@/lib/notify";
import { FormDialog } from "@/ui/form-dialog";
import { NewsletterField } from "@/ui/newsletter-field";
import { affected } from "./actions";
import { PersonFields } from "./person-fields";
import { type AddForm, addPayload, addSchema } from "./schema";
import { say } from "./words";

interface Props {
  newsletters: Newsletter[];
  preset: string;
  /** Whom to add, where that is known. */
  email: string;
  onClose: () => void;
}

const fields = ["newsletter_id", "email", "first_name", "last_name"] as const;

function useAdd(preset: string, email: string, onClose: () => void) {
  const { mutate } = useSWRConfig();
  const form = useForm<AddForm>({
    resolver: zodResolver(addSchema),
    defaultValues: { newsletter_id: preset, email, first_name: "", last_name: "" },
  });
  const send = async (values: AddForm, keyFor: KeyFor) => {
    const id = Number(values.newsletter_id);
    const payload = addPayload(values);
    const added = await addSubscriber(id, payload, keyFor([id, payload]));
    notify(say.subscriberAdded, say.emailIsSubscribedToName(added.email, added.newsletter_name));
    onClose();
    await mutate(affected);
  };
  return { form, ...useSubmission({ form, fields, failure: say.failedToAddSubscriber, send }) };
}

export function AddDialog({ newsletters, preset, email, onClose }: Props) {
  const active = newsletters.filter((newsletter) => newsletter.is_active);
  const only = active.length === 1 ? String(active[0]?.id) : "";
  const start = active.some((newsletter) => String(newsletter.id) === preset) ? preset : only;
  const { form, problem, submit } = useAdd(start, email, onClose);
  const { errors, isSubmitting } = form.formState;
  return (
    <FormDialog
      onClose={onClose}
      busy={isSubmitting}
      title={say.addSubscriber}
      width="narrow"
      submit={say.addSubscriber}
      submitting={say.adding}
      problem={problem}
      onSubmit={submit}
    >
      <NewsletterField
        newsletters={active}
        error={errors.newsletter_id?.message}
        select={form.register("newsletter_id")}
      />
      <PersonFields input={(name) => form.register(name)} errors={errors} />
    </FormDialog>
  );
}
