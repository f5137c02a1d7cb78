import { zodResolver } from "@hookform/resolvers/zod";
import { type UseFormReturn, useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { type Campaign, scheduleCampaign } from "@/api/campaigns";
import { useSubmission } from "@/api/forms";
import { messageOf } from "@/api/problem";
import { type ResolvedTime, useResolved, useZones } from "@/api/schedule";
import { useAuthor } from "@/api/session";
import { readSubject } from "@/email/as-read";
import { notify } from "@/lib/notify";
import { Checkbox, Field, Input } from "@/ui/field";
import { FormDialog } from "@/ui/form-dialog";
import { ZonePicker } from "@/ui/zone-picker";
import { affected } from "../actions";
import { formOf, ourField, payloadOf, type ScheduleForm, scheduleFields, scheduleSchema } from "./form";
import { RepeatFields } from "./repeat-fields";
import { describeInstant } from "./times";
import { say } from "./words";

const PAST = say.thisTimeIsPastChoose;

/** What the chosen time comes to, said before it is saved. */
function Instant({ resolved, zone, eachReader }: { resolved: ResolvedTime; zone: string; eachReader: boolean }) {
  const { local, utc } = describeInstant(resolved);
  return (
    <div role="status" className="grid gap-2 text-13">
      {resolved.note ? <p className="rounded-control bg-yellow-soft px-4 py-3 text-yellow">{resolved.note}</p> : null}
      <p className="figures rounded-control bg-raised px-4 py-3">
        {eachReader ? say.inZone(zone) : say.leaves}
        <span className="font-medium">{local}</span>
        {say.offset(eachReader ? null : zone, resolved.utc_offset)}
        {utc === local ? null : <span className="block text-muted">{say.inUtc(utc)}</span>}
      </p>
    </div>
  );
}

interface FieldsProps {
  form: UseFormReturn<ScheduleForm>;
  resolved: ResolvedTime | undefined;
  failed: string | null;
}

function WhenFields({ form, resolved, failed }: FieldsProps) {
  const { errors } = form.formState;
  const zone = form.watch("time_zone");
  const zones = useZones();
  const eachReader = form.watch("each_reader");
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={say.date} error={errors.date?.message ?? (resolved?.is_past ? PAST : undefined)}>
          {(field) => <Input {...field} {...form.register("date")} type="date" />}
        </Field>
        <Field label={say.time} error={errors.time?.message}>
          {(field) => <Input {...field} {...form.register("time")} type="time" />}
        </Field>
      </div>
      <Field label={say.timeZone} error={errors.time_zone?.message ?? failed ?? undefined} hint={say.typeACityOrA}>
        {(field) => (
          <ZonePicker
            field={field}
            zones={zones.data}
            unlisted={Boolean(zones.error)}
            value={zone}
            onChange={(next) => form.setValue("time_zone", next, { shouldValidate: true })}
          />
        )}
      </Field>
      <Checkbox
        label={say.atEachReadersLocalTime}
        hint={say.everyoneGetsItWhenTheir(zone || say.theZoneAbove)}
        {...form.register("each_reader")}
      />
      {resolved && !resolved.is_past ? <Instant resolved={resolved} zone={zone} eachReader={eachReader} /> : null}
    </>
  );
}

function useSchedule(campaign: Campaign, onClose: () => void) {
  const authorZone = useAuthor()?.time_zone;
  const { mutate } = useSWRConfig();
  const form = useForm<ScheduleForm>({
    resolver: zodResolver(scheduleSchema),
    defaultValues: formOf(campaign, authorZone),
  });
  const [date, time, zone] = form.watch(["date", "time", "time_zone"]);
  const { data: resolved, error } = useResolved(date && time ? `${date}T${time}` : null, zone);
  const send = async (values: ScheduleForm) => {
    if (resolved?.is_past) {
      form.setFocus("date");
      return;
    }
    await scheduleCampaign(campaign, payloadOf(values));
    notify(campaign.status === "scheduled" ? say.scheduleChanged : say.campaignScheduled, readSubject(campaign));
    onClose();
    await mutate(affected);
  };
  const submission = useSubmission({
    form,
    fields: scheduleFields,
    failure: say.failedToScheduleCampaign,
    send,
    ours: ourField,
  });
  return { form, resolved, failed: error ? messageOf(error) : null, ...submission };
}

/** When a campaign leaves, and whether it comes again. */
export function ScheduleDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { form, resolved, failed, problem, submit } = useSchedule(campaign, onClose);
  return (
    <FormDialog
      onClose={onClose}
      busy={form.formState.isSubmitting}
      title={say.scheduleCampaign}
      description={readSubject(campaign)}
      submit={campaign.status === "scheduled" ? say.saveSchedule : say.schedule}
      submitting={say.scheduling}
      problem={problem}
      onSubmit={submit}
    >
      <WhenFields form={form} resolved={resolved} failed={failed} />
      <RepeatFields form={form} />
    </FormDialog>
  );
}
