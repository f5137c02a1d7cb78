import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { placeErrors } from "@/api/forms";
import { type Subscriber, updateSubscriber } from "@/api/subscribers";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Input, TextArea } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { affected } from "./actions";
import { type EditForm, editForm, editPayload, editSchema } from "./schema";
import { StatusBadge } from "./status";

const fields = ["email", "first_name", "last_name", "tags", "attributes"] as const;

function useEdit(subscriber: Subscriber, onClose: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate } = useSWRConfig();
  const form = useForm<EditForm>({ resolver: zodResolver(editSchema), defaultValues: editForm(subscriber) });
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await updateSubscriber(subscriber, editPayload(values, subscriber));
      notify("Subscriber updated", values.email);
      onClose();
      await mutate(affected);
    } catch (error) {
      setProblem(placeErrors(form, error, fields, "Failed to update subscriber"));
    }
  });
  return { form, problem, submit };
}

export function EditDialog({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const { form, problem, submit } = useEdit(subscriber, onClose);
  const { errors, isSubmitting, isDirty } = form.formState;
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isSubmitting}
      title="Edit Subscriber"
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button look="accent" type="submit" form="edit-subscriber" disabled={isSubmitting || !isDirty}>
            {isSubmitting ? "Saving..." : "Save Changes"}
          </Button>
        </>
      }
    >
      <form id="edit-subscriber" noValidate onSubmit={submit} className="grid gap-5">
        {problem ? <Banner>{problem}</Banner> : null}
        <p className="flex items-center gap-2 text-13 text-muted">
          <StatusBadge status={subscriber.status} /> in {subscriber.newsletter_name}
        </p>
        <Field label="Email" error={errors.email?.message}>
          {(field) => (
            <Input {...field} {...form.register("email")} type="email" inputMode="email" autoComplete="off" />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First Name" optional error={errors.first_name?.message}>
            {(field) => <Input {...field} {...form.register("first_name")} autoComplete="off" />}
          </Field>
          <Field label="Last Name" optional error={errors.last_name?.message}>
            {(field) => <Input {...field} {...form.register("last_name")} autoComplete="off" />}
          </Field>
        </div>
        <Field label="Tags" optional error={errors.tags?.message} hint="Separated by commas.">
          {(field) => <Input {...field} {...form.register("tags")} autoComplete="off" />}
        </Field>
        <Field
          label="Attributes"
          optional
          error={errors.attributes?.message}
          hint="One to a line, such as “city: Lisbon”. A mail can use it as {{ subscriber.attributes.city }}."
        >
          {(field) => (
            <TextArea {...field} {...form.register("attributes")} rows={3} className="font-mono" spellCheck={false} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
