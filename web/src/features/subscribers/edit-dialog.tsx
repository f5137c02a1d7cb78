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

const fields = ["email", "first_name", "last_name", "tags", "attributes"] as const;

function useEdit(subscriber: Subscriber, onClose: () => void) {
  const { mutate } = useSWRConfig();
  const form = useForm<EditForm>({ resolver: zodResolver(editSchema), defaultValues: editForm(subscriber) });
  const send = async (values: EditForm) => {
    await updateSubscriber(subscriber, editPayload(values, subscriber));
    notify("Subscriber updated", values.email);
    onClose();
    await mutate(affected);
  };
  return { form, ...useSubmission({ form, fields, failure: "Failed to update subscriber", send }) };
}

export function EditDialog({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const { form, problem, submit } = useEdit(subscriber, onClose);
  const { errors, isSubmitting, isDirty } = form.formState;
  return (
    <FormDialog
      onClose={onClose}
      busy={isSubmitting}
      title="Edit Subscriber"
      submit="Save Changes"
      submitting="Saving..."
      ready={isDirty}
      problem={problem}
      onSubmit={submit}
    >
      <p className="flex items-center gap-2 text-13 text-muted">
        <StatusBadge status={subscriber.status} /> in {subscriber.newsletter_name}
      </p>
      <PersonFields input={(name) => form.register(name)} errors={errors} />
      <Field label="Tags" optional error={errors.tags?.message} hint="Separated by commas.">
        {(field) => <Input {...field} {...form.register("tags")} autoComplete="off" />}
      </Field>
      <Field
        label="Attributes"
        optional
        error={errors.attributes?.message}
        hint="One per line, such as “city: Lisbon”. Use it in an email as {{ subscriber.attributes.city }}."
      >
        {(field) => (
          <TextArea {...field} {...form.register("attributes")} rows={3} className="font-mono" spellCheck={false} />
        )}
      </Field>
    </FormDialog>
  );
}
