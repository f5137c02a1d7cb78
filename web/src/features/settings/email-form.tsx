import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { z } from "zod";
import { useSubmission } from "@/api/forms";
import type { Settings } from "@/api/settings";
import { notify } from "@/lib/notify";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { Banner, Card } from "@/ui/surface";
import { EMAIL_ADDRESS, orNull, useSaveSettings } from "./save";
import { UnsavedMark, useUnsaved } from "./unsaved";
import { say } from "./words";

type Email = Settings["email"];

const address = z
  .string()
  .trim()
  .pipe(z.union([z.literal(""), z.email(EMAIL_ADDRESS)]));
const schema = z.object({
  default_from_name: z.string().trim(),
  default_from_email: address,
  reply_to: address,
});
type Form = z.infer<typeof schema>;
const fields = ["default_from_name", "default_from_email", "reply_to"] as const;

const formOf = ({ default_from_name, default_from_email, reply_to }: Email): Form => ({
  default_from_name: default_from_name ?? "",
  default_from_email: default_from_email ?? "",
  reply_to: reply_to ?? "",
});

const services: Record<Email["transport"], string> = {
  ses: say.amazonSES,
  smtp: "SMTP",
  capture: say.noneYet,
};

/** What the operator or the author still has to do, or null. */
function missing({ transport, verified_domains }: Email): ReactNode {
  if (transport === "capture") return say.weKeepEmailOnThis;
  if (verified_domains.length === 0)
    return (
      <>
        {say.noDomainIsVerifiedYet}{" "}
        <Link to="/domains" className="link">
          {say.addAndVerifyADomain}
        </Link>
      </>
    );
  return say.theEmailServiceIsntReady;
}

function ServiceBox({ email }: { email: Email }) {
  const { configured, transport, verified_domains } = email;
  return (
    <div className="rounded-card bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-medium text-13">{say.bulkService(services[transport])}</p>
        <Badge tone={configured ? "green" : "yellow"}>{configured ? say.configured : say.notConfigured}</Badge>
      </div>
      <p className="mt-1 text-13 text-muted">{say.letterpressUsesTheBulkEmail}</p>
      {configured ? null : <p className="mt-2 text-13 text-yellow">{missing(email)}</p>}
      {verified_domains.length > 0 ? (
        <p className="mt-2 break-words text-12 text-muted">{say.verifiedDomains(verified_domains.join(", "))}</p>
      ) : null}
    </div>
  );
}

/** A word of warning: the address can be kept, but no newsletter can send from its domain as yet. */
function addressHint(typed: string, { verified_domains }: Email): string {
  const domain = typed.trim().split("@")[1]?.toLowerCase();
  if (!domain || verified_domains.includes(domain)) return say.usedForNewNewsletters;
  return say.domainIsNotVerifiedNew(domain);
}

function useEmail(email: Email) {
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    values: formOf(email),
    resetOptions: { keepDirtyValues: true },
  });
  const save = useSaveSettings();
  const send = async (values: Form) => {
    const saved = await save({
      email: {
        default_from_name: orNull(values.default_from_name),
        default_from_email: orNull(values.default_from_email),
        reply_to: orNull(values.reply_to),
      },
    });
    form.reset(formOf(saved.email));
    notify(say.emailSettingsSaved, say.newNewslettersUseThem);
  };
  const ours = (field: string) => field.replace("email.", "");
  return { form, ...useSubmission({ form, fields, failure: say.failedToSaveSettings, send, ours }) };
}

/** What a new newsletter's form starts with. */
export function EmailForm({ email }: { email: Email }) {
  const { form, problem, submit } = useEmail(email);
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty, submit);
  const mail = { type: "email", inputMode: "email", autoComplete: "off" } as const;
  return (
    <Card className="p-5">
      <form noValidate onSubmit={submit} className="grid gap-5">
        {problem ? <Banner>{problem}</Banner> : null}
        <Field label={say.defaultFromName} error={errors.default_from_name?.message}>
          {(field) => <Input {...field} {...form.register("default_from_name")} autoComplete="off" />}
        </Field>
        <Field
          label={say.defaultFromEmail}
          error={errors.default_from_email?.message}
          hint={addressHint(form.watch("default_from_email"), email)}
        >
          {(field) => <Input {...field} {...form.register("default_from_email")} {...mail} />}
        </Field>
        <Field label={say.replyToEmail} optional error={errors.reply_to?.message}>
          {(field) => <Input {...field} {...form.register("reply_to")} {...mail} />}
        </Field>
        <ServiceBox email={email} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look={isDirty ? "accent" : "plain"} disabled={isSubmitting || !isDirty}>
            {isSubmitting ? say.saving : say.saveEmailSettings}
          </Button>
          <UnsavedMark shown={isDirty} />
        </div>
      </form>
    </Card>
  );
}
