import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { placeErrors, useIdempotencyKey } from "@/api/forms";
import type { Newsletter } from "@/api/newsletters";
import { addSubscriber } from "@/api/subscribers";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Input, Select } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { affected } from "./actions";
import { type AddForm, addPayload, addSchema } from "./schema";

interface Props {
  newsletters: Newsletter[];
  preset: string;
  onClose: () => void;
}

const fields = ["newsletter_id", "email", "first_name", "last_name"] as const;

function useAdd(preset: string, onClose: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate } = useSWRConfig();
  const key = useIdempotencyKey();
  const form = useForm<AddForm>({
    resolver: zodResolver(addSchema),
    defaultValues: { newsletter_id: preset, email: "", first_name: "", last_name: "" },
  });
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    const payload = addPayload(values);
    try {
      const id = Number(values.newsletter_id);
      const added = await addSubscriber(id, payload, key.keyFor([id, payload]));
      key.settled();
      notify("Subscriber added", `${added.email} now reads ${added.newsletter_name}.`);
      onClose();
      await mutate(affected);
    } catch (error) {
      key.settled(error);
      setProblem(placeErrors(form, error, fields, "Failed to add subscriber"));
    }
  });
  return { form, problem, submit };
}

export function AddDialog({ newsletters, preset, onClose }: Props) {
  const active = newsletters.filter((newsletter) => newsletter.is_active);
  const only = active.length === 1 ? String(active[0]?.id) : "";
  const start = active.some((newsletter) => String(newsletter.id) === preset) ? preset : only;
  const { form, problem, submit } = useAdd(start, onClose);
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isSubmitting}
      title="Add Subscriber"
      width="narrow"
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button look="accent" type="submit" form="add-subscriber" disabled={isSubmitting}>
            {isSubmitting ? "Adding..." : "Add Subscriber"}
          </Button>
        </>
      }
    >
      <form id="add-subscriber" noValidate onSubmit={submit} className="grid gap-5">
        {problem ? <Banner>{problem}</Banner> : null}
        <Field
          label="Newsletter"
          error={errors.newsletter_id?.message}
          hint={active.length === 0 ? "No newsletter is active; create or activate one first." : undefined}
        >
          {(field) => (
            <Select {...field} {...form.register("newsletter_id")}>
              <option value="">Select a newsletter</option>
              {active.map((newsletter) => (
                <option key={newsletter.id} value={newsletter.id}>
                  {newsletter.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
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
      </form>
    </Dialog>
  );
}
