import type { UseFormReturn } from "react-hook-form";
import type { Language } from "@/api/newsletters";
import { Field, Select } from "@/ui/field";
import type { NewsletterForm } from "./schema";
import { say } from "./words";

/** Each in its own words, for who can read it. */
const names: Record<Language, string> = { en: say.english, de: say.deutsch, es: "Español" };

/** What subscribers are told in. */
export function LanguageField({ form }: { form: UseFormReturn<NewsletterForm> }) {
  return (
    <Field label={say.language} error={form.formState.errors.language?.message} hint={say.forThePublicPagesTheir}>
      {(field) => (
        <Select {...field} {...form.register("language")}>
          {Object.entries(names).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
