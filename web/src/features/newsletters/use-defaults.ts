import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useUsableDomains } from "@/api/domains";
import { useSettings } from "@/api/settings";
import { formOf, type NewsletterForm } from "./schema";

const blank = formOf(null);

/** Fills the form of a new newsletter from the settings, as far as nothing was typed yet. */
export function useDefaults(form: UseFormReturn<NewsletterForm>, isNew: boolean) {
  const email = useSettings(isNew).data?.email;
  const domains = useUsableDomains().data;
  const begun = useRef(blank);
  const { reset, getValues } = form;
  useEffect(() => {
    if (!isNew || !email) return;
    const [prefix = "", host = ""] = email.default_from_email?.split("@") ?? [];
    const verified = email.verified_domains.includes(host.toLowerCase());
    const domain = verified ? domains?.find((one) => one.domain === host.toLowerCase()) : undefined;
    const defaults = {
      from_name: email.default_from_name,
      from_prefix: prefix,
      domain_id: domain && String(domain.id),
      reply_to: email.reply_to,
    };
    const now = getValues();
    const entries = Object.entries(defaults) as [keyof typeof defaults, string | null | undefined][];
    const filled = Object.fromEntries(entries.filter(([name, value]) => value && now[name] === blank[name]));
    if (Object.keys(filled).length === 0) return;
    begun.current = { ...begun.current, ...filled };
    // As what the form begins with, for nobody typed it; then what was typed meanwhile.
    reset(begun.current);
    reset({ ...now, ...filled }, { keepDefaultValues: true });
  }, [isNew, email, domains, reset, getValues]);
}
