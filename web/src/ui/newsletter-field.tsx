import type { ComponentProps } from "react";
import { Field, Select } from "./field";
import { say } from "./words";

interface Props {
  /** Those that can be chosen. */
  newsletters: { id: number; name: string }[];
  error: string | undefined;
  select: ComponentProps<typeof Select>;
}

/** Which newsletter something is for. */
export function NewsletterField({ newsletters, error, select }: Props) {
  return (
    <Field
      label={say.newsletter}
      error={error}
      hint={newsletters.length === 0 ? say.noNewsletterIsActiveCreate : undefined}
    >
      {(field) => (
        <Select {...field} {...select}>
          <option value="">{say.selectANewsletter}</option>
          {newsletters.map((newsletter) => (
            <option key={newsletter.id} value={newsletter.id}>
              {newsletter.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
