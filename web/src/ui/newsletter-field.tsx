import type { ComponentProps } from "react";
import { Field, Select } from "./field";

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
      label="Newsletter"
      error={error}
      hint={newsletters.length === 0 ? "No newsletter is active; create or activate one first." : undefined}
    >
      {(field) => (
        <Select {...field} {...select}>
          <option value="">Select a newsletter</option>
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
