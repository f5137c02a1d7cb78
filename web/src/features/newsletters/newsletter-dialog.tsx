import { zodResolver } from "@hookform/resolvers/zod";
import { type UseFormReturn, useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { type Domain, useUsableDomains } from "@/api/domains";
import { type KeyFor, useSubmission } from "@/api/forms";
import { createNewsletter, type Newsletter, updateNewsletter } from "@/api/newsletters";
import { useAuthor } from "@/api/session";
import { notify } from "@/lib/notify";
import { DraftFormDialog, Restored } from "@/ui/draft-dialog";
import { Field, Input, Select, TextArea } from "@/ui/field";
import { useFormDraft, useFound, useGuard } from "@/ui/form-draft";
import { Banner } from "@/ui/surface";
import { affected } from "./actions";
import { LanguageField } from "./language-field";
import {
  createPayload,
  formOf,
  type NewsletterForm,
  newsletterFields,
  newsletterSchema,
  updatePayload,
} from "./schema";
import { TrackingField } from "./tracking-field";
import { useDefaults } from "./use-defaults";
import { say } from "./words";

type Choice = Pick<Domain, "id" | "domain"> & Partial<Domain>;

/** What an author should know of a domain before choosing it. */
function describe(choice: Choice): string {
  const type = choice.domain_type ? (choice.domain_type === "shared" ? ", Shared" : ", Yours") : "";
  const status = choice.verification_status;
  const open = status && status !== "verified" && status !== "active" ? say.butNotVerified : "";
  return `${choice.domain}${type}${open}`;
}

function DomainField({ form, choices }: { form: UseFormReturn<NewsletterForm>; choices: Choice[] }) {
  // Options that come after the form was drawn must not change what is chosen.
  const chosen = form.watch("domain_id");
  return (
    <Field label={say.domain} error={form.formState.errors.domain_id?.message}>
      {(field) => (
        <Select
          {...field}
          name="domain_id"
          value={chosen}
          onChange={(event) => form.setValue("domain_id", event.target.value, { shouldDirty: true })}
        >
          <option value="">{say.noDomainFallback}</option>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {describe(choice)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface Props {
  /** Null to create a new one. */
  newsletter: Newsletter | null;
  /** The unsaved draft of a new one to go on with; null for the newest there is, or an empty form. */
  draft: string | null;
  onClose: () => void;
  onReopen: () => void;
}

/** The place of unsaved newsletters: new ones, and those of the ids. */
export const NEWSLETTER = "newsletter";

function Sender({ form, newsletter }: { form: UseFormReturn<NewsletterForm>; newsletter: Newsletter | null }) {
  const { errors } = form.formState;
  const usable = useUsableDomains().data ?? [];
  const chosen = form.watch("domain_id");
  const own = newsletter?.domain_id ? { id: newsletter.domain_id, domain: newsletter.domain ?? "" } : null;
  // One that was switched off since is still the newsletter's.
  const choices = own && !usable.some((one) => one.id === own.id) ? [own, ...usable] : usable;
  const fallback = newsletter && !newsletter.domain_id ? newsletter.sending_address.split("@")[1] : undefined;
  const domain = choices.find((one) => String(one.id) === chosen)?.domain ?? fallback ?? "example.com";
  return (
    <>
      <Field label={say.fromName} error={errors.from_name?.message} hint={say.whoItsFromAsSubscribers}>
        {(field) => <Input {...field} {...form.register("from_name")} autoComplete="off" />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={say.emailPrefix}
          error={errors.from_prefix?.message}
          hint={say.sendsAsPrefixDomain(form.watch("from_prefix").trim() || "prefix", domain)}
        >
          {(field) => <Input {...field} {...form.register("from_prefix")} autoComplete="off" spellCheck={false} />}
        </Field>
        <DomainField form={form} choices={choices} />
      </div>
      <Field label={say.replyToEmail} optional error={errors.reply_to?.message} hint={say.whereRepliesGoLeaveEmpty}>
        {(field) => (
          <Input {...field} {...form.register("reply_to")} type="email" inputMode="email" autoComplete="off" />
        )}
      </Field>
      <Field
        label={say.ifADeliveryCantBe}
        error={errors.in_doubt_policy?.message}
        hint={say.happensOnlyIfTheConnection}
      >
        {(field) => (
          <Select {...field} {...form.register("in_doubt_policy")}>
            <option value="resend">{say.sendAgainAFewMay}</option>
            <option value="hold">{say.askMeFirstAFew}</option>
          </Select>
        )}
      </Field>
    </>
  );
}

function useSave(newsletter: Newsletter | null, form: UseFormReturn<NewsletterForm>, onSaved: () => void) {
  const { mutate } = useSWRConfig();
  const send = async (values: NewsletterForm, keyFor: KeyFor) => {
    const payload = createPayload(values);
    if (newsletter) await updateNewsletter(newsletter.id, updatePayload(values, newsletter));
    else await createNewsletter(payload, keyFor(payload));
    notify(newsletter ? say.newsletterUpdated : say.newsletterCreated, values.name);
    onSaved();
    await mutate(affected);
  };
  const failure = newsletter ? say.failedToUpdateNewsletter : say.failedToCreateNewsletter;
  return useSubmission({ form, fields: newsletterFields, failure, send });
}

/** The form, and what was typed into it before. */
function useDrafted(newsletter: Newsletter | null, kept: string | null) {
  const author = useAuthor()?.id ?? 0;
  const start = formOf(newsletter);
  const found = useFound({ author, form: NEWSLETTER, id: newsletter ? String(newsletter.id) : kept, start });
  const form = useForm<NewsletterForm>({ resolver: zodResolver(newsletterSchema), defaultValues: start });
  const guard = useGuard();
  useDefaults(form, newsletter === null && found.draft === null);
  const base = newsletter?.updated_at ?? null;
  const titleOf = ({ name }: NewsletterForm) => name;
  const draft = useFormDraft({ author, name: NEWSLETTER, form, found, guard, titleOf, base });
  return { form, guard, draft, outdated: draft.restored !== null && draft.restored.base !== base };
}

export function NewsletterDialog({ newsletter, draft: kept, onClose, onReopen }: Props) {
  const { form, guard, draft, outdated } = useDrafted(newsletter, kept);
  const { problem, submit } = useSave(newsletter, form, () => {
    draft.done();
    onClose();
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <DraftFormDialog
      guard={guard}
      onClose={onClose}
      onReopen={onReopen}
      busy={isSubmitting}
      title={newsletter ? say.editNewsletter : say.createNewNewsletter}
      submit={newsletter ? say.updateNewsletter : say.createNewsletter}
      submitting={newsletter ? say.updating : say.creating}
      above={
        <>
          {draft.restored ? <Restored draft={draft.restored} onStartOver={draft.startOver} /> : null}
          {outdated ? <Banner tone="yellow">{say.thisNewsletterHasChangedSince}</Banner> : null}
        </>
      }
      problem={problem}
      onSubmit={submit}
    >
      <Field label={say.name} error={errors.name?.message}>
        {(field) => <Input {...field} {...form.register("name")} autoComplete="off" />}
      </Field>
      <Field label={say.description} optional error={errors.description?.message}>
        {(field) => <TextArea {...field} {...form.register("description")} rows={2} />}
      </Field>
      <LanguageField form={form} />
      <Sender form={form} newsletter={newsletter} />
      <TrackingField form={form} />
    </DraftFormDialog>
  );
}
