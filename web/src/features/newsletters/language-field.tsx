import type { UseFormReturn } from "react-hook-form";
import type { Language } from "@/api/newsletters";
import { Field, Select } from "@/ui/field";
import type { NewsletterForm } from "./schema";

/** Each in its own words, for who can read it. */
const names: Record<Language, string> = { en: "English", de: "Deutsch", es: "Español" };

/** What subscribers are told in. */
export function LanguageField({ form }: { form: UseFormReturn<NewsletterForm> }) {
  return (
    <Field
      label="Language"
      error={form.formState.errors.language?.message}
      hint="For the public pages, their emails and the unsubscribe link. What you write stays as it is."
    >
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
