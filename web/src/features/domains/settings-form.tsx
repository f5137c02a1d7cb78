import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { z } from "zod";
import { type Domain, updateDomain } from "@/api/domains";
import { useSubmission } from "@/api/forms";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Checkbox, Field, Input, TextArea } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { affected, type Running } from "./actions";
import { say } from "./words";

const schema = z.object({
  notes: z.string().trim(),
  daily_send_limit: z
    .string()
    .trim()
    .regex(/^\d{0,10}$/, say.enterANumberOfMails),
  tracking_host: z.string().trim(),
  warm_up: z.boolean(),
  is_active: z.boolean(),
});
type Form = z.infer<typeof schema>;
const fields = ["notes", "daily_send_limit", "tracking_host", "warm_up", "is_active"] as const;

const formOf = (domain: Domain): Form => ({
  notes: domain.notes ?? "",
  daily_send_limit: domain.daily_send_limit > 0 ? String(domain.daily_send_limit) : "",
  tracking_host: domain.tracking_host ?? "",
  warm_up: domain.warm_up,
  is_active: domain.is_active,
});

interface Props {
  domain: Domain;
  running: Running;
  onRotate: () => Promise<void>;
  onReset: () => Promise<boolean>;
}

function useSave(domain: Domain) {
  const form = useForm<Form>({ resolver: zodResolver(schema), defaultValues: formOf(domain) });
  const { mutate } = useSWRConfig();
  const send = async (values: Form) => {
    const saved = await updateDomain(domain.id, {
      notes: values.notes === "" ? null : values.notes,
      daily_send_limit: Number(values.daily_send_limit),
      tracking_host: values.tracking_host === "" ? null : values.tracking_host,
      warm_up: values.warm_up,
      is_active: values.is_active,
    });
    form.reset(formOf(saved));
    notify(say.domainUpdated, domain.domain);
    await mutate(affected);
  };
  return { form, ...useSubmission({ form, fields, failure: say.failedToUpdateDomain, send }) };
}

export function SettingsForm({ domain, running, onRotate, onReset }: Props) {
  const { form, problem, submit } = useSave(domain);
  const { errors, isSubmitting, isDirty } = form.formState;
  return (
    <section aria-labelledby="settings-title" className="mt-8">
      <h3 id="settings-title" className="mb-3 font-semibold text-base">
        {say.settings}
      </h3>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {problem ? <Banner>{problem}</Banner> : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={say.dailyLimit2} optional error={errors.daily_send_limit?.message} hint={say.mailsADayUTCThe}>
            {(field) => <Input {...field} {...form.register("daily_send_limit")} inputMode="numeric" />}
          </Field>
          <Field
            label={say.trackingHost}
            optional
            error={errors.tracking_host?.message}
            hint={say.linksInMailsBeginWith(domain.domain)}
          >
            {(field) => (
              <Input {...field} {...form.register("tracking_host")} spellCheck={false} autoCapitalize="none" />
            )}
          </Field>
        </div>
        <Field label={say.notes} optional error={errors.notes?.message}>
          {(field) => <TextArea {...field} {...form.register("notes")} rows={2} />}
        </Field>
        <Checkbox {...form.register("warm_up")} label={say.warmUp2} hint={say.n200MailsOnTheFirst} />
        <Checkbox {...form.register("is_active")} label={say.inUse} hint={say.switchedOffNothingIsSent} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="accent" size="small" disabled={isSubmitting || !isDirty}>
            {isSubmitting ? say.saving : say.save}
          </Button>
          <Button size="small" disabled={running !== null} onClick={() => void onRotate()}>
            {running === "rotate" ? say.makingKeys : say.rotateDKIMKeys}
          </Button>
          <Button size="small" disabled={running !== null} onClick={() => void onReset()}>
            {say.resetMetrics}
          </Button>
        </div>
      </form>
    </section>
  );
}
