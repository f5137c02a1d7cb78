import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { type ApiKey, type CreateApiKey, createApiKey, type NewApiKey, updateApiKey } from "@/api/api-keys";
import { type KeyFor, useSubmission } from "@/api/forms";
import { Checkbox, Field, Input } from "@/ui/field";
import { FormDialog } from "@/ui/form-dialog";
import { say } from "../words";
import { isPart, type Part, parts, presetOf, presets, presetWords } from "./scopes";

const two = (value: number) => String(value).padStart(2, "0");
const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
/** A key is good to the end of its last day, by the author's clock. */
const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString();

const schema = z
  .object({
    name: z.string().trim().min(1, say.enterAName),
    preset: z.enum(presets),
    parts: z.array(z.custom<Part>()),
    expires: z.string(),
  })
  .superRefine((form, context) => {
    if (form.preset === "custom" && form.parts.length === 0)
      context.addIssue({ code: "custom", path: ["parts"], message: say.chooseAtLeastOne });
    if (form.expires !== "" && endOf(form.expires) < new Date().toISOString())
      context.addIssue({ code: "custom", path: ["expires"], message: say.thisDayIsPast });
  });
type Form = z.infer<typeof schema>;

function formOf(key: ApiKey | null): Form {
  return {
    name: key?.name ?? "",
    preset: presetOf(key?.scopes ?? ["full"]),
    parts: key?.scopes.filter(isPart) ?? [],
    expires: key?.expires_at ? dayOf(new Date(key.expires_at)) : "",
  };
}

function inputOf(form: Form, key: ApiKey | null): CreateApiKey {
  const same = key?.expires_at && form.expires === dayOf(new Date(key.expires_at));
  return {
    name: form.name,
    scopes:
      form.preset === "custom"
        ? parts.map(({ scope }) => scope).filter((one) => form.parts.includes(one))
        : [form.preset],
    // A day that was not touched keeps its hour.
    expires_at: form.expires === "" ? null : same ? key.expires_at : endOf(form.expires),
  };
}

/** The server speaks of scopes and times, the form of parts and days. */
const fields = ["name", "parts", "expires"] as const;
const ourNames: Record<string, string> = { scopes: "parts", expires_at: "expires" };

function PresetField({ form }: { form: UseFormReturn<Form> }) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-13">{say.access}</legend>
      <div className="divide-y divide-line rounded-card border border-line">
        {presets.map((preset) => (
          <div key={preset} className="flex items-start gap-3 px-4 py-2.5">
            <input
              id={`${id}-${preset}`}
              type="radio"
              value={preset}
              aria-describedby={`${id}-${preset}-meaning`}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              {...form.register("preset")}
            />
            <div className="text-13">
              <label htmlFor={`${id}-${preset}`} className="font-medium">
                {presetWords[preset].label}
              </label>
              <p id={`${id}-${preset}-meaning`} className="mt-0.5 text-12 text-muted">
                {presetWords[preset].meaning}
              </p>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function PartsField({ form }: { form: UseFormReturn<Form> }) {
  const id = useId();
  const error = form.formState.errors.parts?.message;
  return (
    <fieldset aria-describedby={`${id}-note`}>
      <legend className="mb-2 font-medium text-13">{say.thisKeyMay}</legend>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {parts.map(({ scope, label }) => (
          <Checkbox key={scope} label={label} value={scope} {...form.register("parts")} />
        ))}
      </div>
      <p id={`${id}-note`} className={error ? "mt-2 text-12 text-red" : "mt-2 text-12 text-muted"}>
        {error ?? say.permissionToChangeIncludesPermission}
      </p>
    </fieldset>
  );
}

interface Props {
  /** Null to make a new one. */
  apiKey: ApiKey | null;
  onClose: () => void;
  onCreated: (key: NewApiKey) => void;
  onUpdated: (key: ApiKey) => void;
}

function useSubmit({ apiKey, onCreated, onUpdated }: Props) {
  const form = useForm<Form>({ resolver: zodResolver(schema), defaultValues: formOf(apiKey) });
  const send = async (values: Form, keyFor: KeyFor) => {
    const body = inputOf(values, apiKey);
    if (apiKey) onUpdated(await updateApiKey(apiKey.id, body));
    else onCreated(await createApiKey(body, keyFor(body)));
  };
  const ours = (field: string) => ourNames[field] ?? field;
  return { form, ...useSubmission({ form, fields, failure: say.failedToSaveTheAPI, send, ours }) };
}

/** A key's name, what it may do and how long. */
export function KeyDialog(props: Props) {
  const { apiKey, onClose } = props;
  const { form, problem, submit } = useSubmit(props);
  const { errors, isSubmitting } = form.formState;
  return (
    <FormDialog
      onClose={onClose}
      busy={isSubmitting}
      title={apiKey ? say.editAPIKey : say.createAPIKey}
      submit={apiKey ? say.saveAPIKey : say.createAPIKey}
      submitting={apiKey ? say.saving : say.creating}
      problem={problem}
      onSubmit={submit}
    >
      <Field label={say.name} error={errors.name?.message} hint={say.whatUsesItSuchAs}>
        {(field) => <Input {...field} {...form.register("name")} autoComplete="off" />}
      </Field>
      <PresetField form={form} />
      {form.watch("preset") === "custom" ? <PartsField form={form} /> : null}
      <Field label={say.expires} optional error={errors.expires?.message} hint={say.theLastDayItWorks}>
        {(field) => (
          <Input {...field} {...form.register("expires")} type="date" min={dayOf(new Date())} className="sm:max-w-56" />
        )}
      </Field>
    </FormDialog>
  );
}
