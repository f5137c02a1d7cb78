import { z } from "zod";
import type { CreateNewsletter, Newsletter, UpdateNewsletter } from "@/api/newsletters";
import { say } from "./words";

export const newsletterSchema = z.object({
  name: z.string().trim().min(1, say.enterAName),
  description: z.string().trim(),
  from_name: z.string().trim().min(1, say.enterTheNameSubscribersSee),
  from_prefix: z
    .string()
    .trim()
    .min(1, say.enterThePartOfThe)
    .regex(/^[^\s@]+$/, say.onlyThePartBeforeThe),
  domain_id: z.string(),
  reply_to: z.union([z.literal(""), z.email(say.enterAnEmailAddressSuch)]),
  in_doubt_policy: z.enum(["resend", "hold"]),
  tracking: z.enum(["full", "anonymous", "none"]),
  language: z.enum(["en", "de", "es"]),
});

/** The part before the @, also of a whole address at this domain; null for an address elsewhere. */
export function prefixAt(domain: string, typed: string): string | null {
  const at = typed.lastIndexOf("@");
  if (at === -1) return typed.trim();
  return typed
    .slice(at + 1)
    .trim()
    .toLowerCase() === domain.toLowerCase()
    ? typed.slice(0, at).trim()
    : null;
}

/** The sender's name, and the address by its prefix or as a whole. */
export const senderSchema = (domain: string) =>
  newsletterSchema.pick({ from_name: true }).extend({
    from_prefix: z
      .string()
      .transform((typed, { addIssue }) => {
        const prefix = prefixAt(domain, typed);
        if (prefix !== null) return prefix;
        addIssue(say.thisNewsletterSendsFromDomain(domain));
        return z.NEVER;
      })
      .pipe(newsletterSchema.shape.from_prefix),
  });

export type NewsletterForm = z.infer<typeof newsletterSchema>;

export const newsletterFields = [
  "name",
  "description",
  "from_name",
  "from_prefix",
  "domain_id",
  "reply_to",
  "in_doubt_policy",
  "tracking",
  "language",
] as const;

export const DEFAULT_PREFIX = "newsletter";

export function formOf(newsletter: Newsletter | null): NewsletterForm {
  return {
    name: newsletter?.name ?? "",
    description: newsletter?.description ?? "",
    from_name: newsletter?.from_name ?? "",
    from_prefix: newsletter?.from_prefix ?? DEFAULT_PREFIX,
    domain_id: newsletter?.domain_id ? String(newsletter.domain_id) : "",
    reply_to: newsletter?.reply_to ?? "",
    in_doubt_policy: newsletter?.in_doubt_policy ?? "resend",
    tracking: newsletter?.tracking ?? "full",
    language: newsletter?.language ?? "en",
  };
}

/** Empty optional fields are left out of the payload. */
export function createPayload(form: NewsletterForm): CreateNewsletter & UpdateNewsletter {
  return {
    name: form.name,
    from_name: form.from_name,
    from_prefix: form.from_prefix,
    in_doubt_policy: form.in_doubt_policy,
    tracking: form.tracking,
    language: form.language,
    ...(form.description === "" ? {} : { description: form.description }),
    ...(form.reply_to === "" ? {} : { reply_to: form.reply_to }),
    ...(form.domain_id === "" ? {} : { domain_id: Number(form.domain_id) }),
  };
}

/** As for creating, but a field that was set before and is now empty has to be cleared by name. */
export function updatePayload(form: NewsletterForm, before: Newsletter): UpdateNewsletter {
  return {
    ...createPayload(form),
    ...(form.description === "" && before.description ? { description: null } : {}),
    ...(form.reply_to === "" && before.reply_to ? { reply_to: null } : {}),
    ...(form.domain_id === "" && before.domain_id ? { domain_id: null } : {}),
  };
}
