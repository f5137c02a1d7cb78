import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { placeErrors } from "@/api/forms";
import { type Newsletter, updateNewsletter } from "@/api/newsletters";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Field, Input, Select } from "@/ui/field";
import { Banner, Card } from "@/ui/surface";
import { affected } from "./actions";
import { prefixAt, senderSchema } from "./schema";
import { say } from "./words";

const fields = ["from_name", "from_prefix"] as const;

function SettingsForm({ newsletter }: { newsletter: Newsletter }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate } = useSWRConfig();
  const domain = newsletter.sending_address.split("@")[1] ?? "";
  const form = useForm({
    resolver: zodResolver(senderSchema(domain)),
    defaultValues: { from_name: newsletter.from_name, from_prefix: newsletter.from_prefix },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const save = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const saved = await updateNewsletter(newsletter.id, values);
      form.reset({ from_name: saved.from_name, from_prefix: saved.from_prefix });
      notify(say.settingsSaved, say.nameNowSendsAsAddress(newsletter.name, saved.sending_address));
      await mutate(affected);
    } catch (error) {
      setProblem(placeErrors(form, error, fields, say.failedToUpdateNewsletter));
    }
  });
  // The domain stands behind the field already.
  const shorten = () => {
    const typed = form.getValues("from_prefix");
    const prefix = prefixAt(domain, typed);
    if (prefix !== null && prefix !== typed) form.setValue("from_prefix", prefix, { shouldDirty: true });
  };
  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      {problem ? <Banner>{problem}</Banner> : null}
      <Field label={say.fromName} error={errors.from_name?.message}>
        {(field) => <Input {...field} {...form.register("from_name")} autoComplete="off" />}
      </Field>
      <Field label={say.fromEmail} error={errors.from_prefix?.message}>
        {(field) => (
          <div className="flex items-center">
            <Input
              {...field}
              {...form.register("from_prefix", { onBlur: shorten })}
              autoComplete="off"
              spellCheck={false}
              className="rounded-r-none"
            />
            <span className="flex h-9 max-w-[60%] items-center rounded-r-control border border-line-strong border-l-0 bg-raised px-3 text-13 text-muted">
              <span className="truncate">@{domain}</span>
            </span>
          </div>
        )}
      </Field>
      <div>
        <Button type="submit" disabled={isSubmitting || !isDirty}>
          {isSubmitting ? say.saving : say.saveSettings}
        </Button>
      </div>
    </form>
  );
}

/** Who a newsletter's mail comes from, changed without opening the whole form. */
export function SettingsBlock({ newsletters }: { newsletters: Newsletter[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const newsletter = newsletters.find((item) => item.id === chosen) ?? newsletters[0];
  if (!newsletter) {
    return <Card className="p-5 text-muted">{say.createANewsletterToChange}</Card>;
  }
  return (
    <Card className="grid max-w-[640px] gap-5 p-5">
      <Field label={say.newsletter}>
        {(field) => (
          <Select {...field} value={newsletter.id} onChange={(event) => setChosen(Number(event.target.value))}>
            {newsletters.map((item) => (
              <option key={item.id} value={item.id}>
                {item.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <SettingsForm key={`${newsletter.id}-${newsletter.updated_at}`} newsletter={newsletter} />
    </Card>
  );
}
