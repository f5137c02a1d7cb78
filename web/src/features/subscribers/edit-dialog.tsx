import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { useSubmission } from "@/api/forms";
import { type Subscriber, updateSubscriber } from "@/api/subscribers";
import { notify } from "@/lib/notify";
import { Field, Input, TextArea } from "@/ui/field";
import { FormDialog } from "@/ui/form-dialog";
import { affected } from "./actions";
import { PersonFields } from "./person-fields";
import { type EditForm, editForm, editPayload, editSchema } from "./schema";
import { StatusBadge } from "./status";
import { say } from "./words";

const fields = ["email", "first_name", "last_name", "tags", "attributes"] as const;

function useEdit(subscriber: Subscriber, onClose: () => void) {
  const { mutate } = useSWRConfig();
  const form = useForm<EditForm>({ resolver: zodResolver(editSchema), defaultValues: editForm(subscriber) });
  const send = async (values: EditForm) => {
    await updateSubscriber(subscriber, editPayload(values, subscriber));
    notify(say.subscriberUpdated, values.email);
    onClose();
    await mutate(affected);
  };
  return { form, ...useSubmission({ form, fields, failure: say.failedToUpdateSubscriber, send }) };
}

export function EditDialog({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const { form, problem, submit } = useEdit(subscriber, onClose);
  const { errors, isSubmitting, isDirty } = form.formState;
  return (
    <FormDialog
      onClose={onClose}
      busy={isSubmitting}
      title={say.editSubscriber}
      submit={say.saveChanges}
      submitting={say.saving}
      ready={isDirty}
      problem={problem}
      onSubmit={submit}
    >
      <p className="flex items-center gap-2 text-13 text-muted">
        <StatusBadge status={subscriber.status} /> {say.inNewsletter(subscriber.newsletter_name)}
      </p>
      <PersonFields input={(name) => form.register(name)} errors={errors} />
      <Field label={say.tags} optional error={errors.tags?.message} hint={say.separatedByCommas}>
        {(field) => <Input {...field} {...form.register("tags")} autoComplete="off" />}
      </Field>
      <Field label={say.attributes} optional error={errors.attributes?.message} hint={say.onePerLineSuchAs}>
        {(field) => (
          <TextArea {...field} {...form.register("attributes")} rows={3} className="font-mono" spellCheck={false} />
        )}
      </Field>
    </FormDialog>
  );
}
