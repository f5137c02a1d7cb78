import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useId } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { type KeyFor, useSubmission } from "@/api/forms";
import { createWebhook, updateWebhook, type Webhook, type WebhookEvent } from "@/api/webhooks";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Checkbox, Field, Input } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { UnsavedMark, useUnsaved } from "../unsaved";
import { say } from "../words";
import { defaults, groups, inOrder, shareOf, withGroup } from "./events";

const schema = z.object({
  url: z
    .string()
    .trim()
    .pipe(z.url({ protocol: /^https?$/, error: say.enterAnAddressSuchAs })),
  events: z.array(z.custom<WebhookEvent>()).min(1, say.chooseAtLeastOne),
});
type Form = z.infer<typeof schema>;
const fields = ["url", "events"] as const;

const formOf = (webhook: Webhook | null): Form => ({
  url: webhook?.url ?? "",
  events: inOrder(webhook?.events ?? defaults),
});

function EventsField({ form }: { form: UseFormReturn<Form> }) {
  const id = useId();
  const chosen = form.watch("events");
  const error = form.formState.errors.events?.message;
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium text-13">{say.eventsToSubscribe}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {groups.map(({ label, hint, events }) => {
          const share = shareOf(events, chosen);
          return (
            <Checkbox
              key={label}
              label={label}
              hint={hint}
              checked={share === "all"}
              ref={(box) => {
                if (box) box.indeterminate = share === "some";
              }}
              onChange={() =>
                form.setValue("events", withGroup(chosen, events, share !== "all"), {
                  shouldDirty: true,
                  shouldValidate: form.formState.isSubmitted,
                })
              }
            />
          );
        })}
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-2 text-12 text-red">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

interface Props {
  /** Null for one that is not made yet. */
  webhook: Webhook | null;
  onSaved: (webhook: Webhook, secret: string | null) => void;
  /** What the button says. */
  save: string;
  /** Stands beside the button; told whether what is shown is saved. */
  children: (saved: boolean) => ReactNode;
}

function useSubmit({ webhook, onSaved }: Props) {
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    values: formOf(webhook),
    resetOptions: { keepDirtyValues: true },
  });
  const send = async (values: Form, keyFor: KeyFor) => {
    if (webhook) {
      const saved = await updateWebhook(webhook.id, values);
      form.reset(formOf(saved));
      onSaved(saved, null);
    } else {
      const { secret, ...saved } = await createWebhook(values, keyFor(values));
      onSaved(saved, secret);
    }
    notify(say.apiSettingsSaved, values.url);
  };
  return { form, ...useSubmission({ form, fields, failure: say.failedToSaveTheWebhook, send }) };
}

/** Where a webhook calls, and about what. */
export function WebhookForm(props: Props) {
  const { webhook, save, children } = props;
  const { form, problem, submit } = useSubmit(props);
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty, submit);
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {problem ? <Banner>{problem}</Banner> : null}
      <Field label={say.webhookURL} error={errors.url?.message} hint={say.wePOSTASignedRequest}>
        {(field) => (
          <Input
            {...field}
            {...form.register("url")}
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://example.com/hooks/letterpress"
          />
        )}
      </Field>
      <EventsField form={form} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look={isDirty ? "accent" : "plain"} disabled={isSubmitting || !isDirty}>
          {isSubmitting ? say.saving : save}
        </Button>
        {children(webhook !== null && !isDirty)}
        <UnsavedMark shown={isDirty} />
      </div>
    </form>
  );
}
