import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { useSubmission } from "@/api/forms";
import { useZones } from "@/api/schedule";
import type { Settings, UpdateSettings } from "@/api/settings";
import { useNow } from "@/lib/hooks";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { Banner, Card } from "@/ui/surface";
import { type CommonZone, ZonePicker } from "@/ui/zone-picker";
import { EmailDialog } from "./email-dialog";
import { EmailField } from "./email-field";
import { EMAIL_ADDRESS, orNull, useSaveSettings } from "./save";
import { UnsavedMark, useUnsaved } from "./unsaved";
import { say } from "./words";

const schema = z.object({
  name: z.string().trim().min(1, say.enterYourName),
  email: z.string().trim().pipe(z.email(EMAIL_ADDRESS)),
  company: z.string().trim(),
  time_zone: z.string().min(1, say.chooseATimeZoneFrom),
});
export type AccountFields = z.infer<typeof schema>;
const fields = ["name", "email", "company", "time_zone"] as const;

const COMMON: readonly CommonZone[] = [
  { label: say.utc8Pacific, zone: "America/Los_Angeles" },
  { label: say.utc5Eastern, zone: "America/New_York" },
  { label: "UTC+0 GMT", zone: "Europe/London" },
  { label: "UTC+1 CET", zone: "Europe/Paris" },
];

const formOf = ({ name, email, company, time_zone }: Settings["account"]): AccountFields => ({
  name,
  email,
  company: company ?? "",
  time_zone,
});

/** What differs from what is kept, the address aside. */
function patchOf(values: AccountFields, kept: Settings["account"]): UpdateSettings["account"] {
  return {
    ...(values.name === kept.name ? {} : { name: values.name }),
    ...(values.company === (kept.company ?? "") ? {} : { company: orNull(values.company) }),
    ...(values.time_zone === kept.time_zone ? {} : { time_zone: values.time_zone }),
  };
}

/** The zone by its own name and its clock, for summer time makes the common names inexact. */
function clockOf(zone: string, now: number): string {
  try {
    const clock = new Intl.DateTimeFormat(undefined, { timeZone: zone, timeStyle: "short" }).format(now);
    return say.replaceAllItIsClockThere(zone.replaceAll("_", " "), clock);
  } catch {
    return "";
  }
}

function ZoneField({ form }: { form: UseFormReturn<AccountFields> }) {
  const zones = useZones();
  const now = useNow();
  const zone = form.watch("time_zone");
  return (
    <Field label={say.timeZone} error={form.formState.errors.time_zone?.message} hint={clockOf(zone, now)}>
      {(field) => (
        <ZonePicker
          field={field}
          zones={zones.data}
          unlisted={Boolean(zones.error)}
          common={COMMON}
          value={zone}
          onChange={(next) => form.setValue("time_zone", next, { shouldDirty: true, shouldValidate: true })}
        />
      )}
    </Field>
  );
}

function useAccount(account: Settings["account"]) {
  const form = useForm<AccountFields>({
    resolver: zodResolver(schema),
    values: formOf(account),
    resetOptions: { keepDirtyValues: true },
  });
  /** The address that waits for the password. */
  const [wanted, setWanted] = useState<string | null>(null);
  const save = useSaveSettings();
  const send = async (values: AccountFields) => {
    const patch = patchOf(values, account) ?? {};
    const moves = values.email !== account.email;
    if (Object.keys(patch).length > 0) {
      const saved = await save({ account: patch });
      form.reset(formOf(saved.account));
      if (moves) form.setValue("email", values.email, { shouldDirty: true });
      notify(say.accountSaved);
    }
    if (moves) setWanted(values.email);
  };
  const ours = (field: string) => field.replace("account.", "");
  const submission = useSubmission({ form, fields, failure: say.failedToSaveSettings, send, ours });
  return { form, wanted, setWanted, ...submission };
}

/** Who the author is. A new address holds only once its link is opened. */
export function AccountForm({ account }: { account: Settings["account"] }) {
  const { form, problem, wanted, setWanted, submit } = useAccount(account);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { errors, isSubmitting, isDirty } = form.formState;
  // Another address waits for the password, which the page asks for.
  useUnsaved(isDirty, async () =>
    form.getValues("email").trim() === account.email ? submit() : submit().then(() => false),
  );
  return (
    <Card className="p-5">
      <form noValidate onSubmit={submit} className="grid gap-5">
        {problem ? <Banner>{problem}</Banner> : null}
        <Field label={say.fullName} error={errors.name?.message}>
          {(field) => <Input {...field} {...form.register("name")} autoComplete="name" />}
        </Field>
        <EmailField form={form} kept={account.email} sentTo={sentTo} />
        <Field label={say.company} optional error={errors.company?.message}>
          {(field) => <Input {...field} {...form.register("company")} autoComplete="organization" />}
        </Field>
        <div id="time-zone" tabIndex={-1} className="scroll-mt-24 outline-none">
          <ZoneField form={form} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look={isDirty ? "accent" : "plain"} disabled={isSubmitting || !isDirty}>
            {isSubmitting ? say.saving : say.saveChanges}
          </Button>
          <UnsavedMark shown={isDirty} />
        </div>
      </form>
      {wanted === null ? null : (
        <EmailDialog
          email={wanted}
          kept={account.email}
          onClose={() => setWanted(null)}
          onRefused={(message) => {
            setWanted(null);
            form.setError("email", { type: "server", message });
          }}
          onSent={() => {
            setWanted(null);
            setSentTo(wanted);
            form.resetField("email", { defaultValue: account.email });
          }}
        />
      )}
    </Card>
  );
}
