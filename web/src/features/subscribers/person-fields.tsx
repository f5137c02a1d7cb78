import type { ComponentProps } from "react";
import { Field, Input } from "@/ui/field";
import { say } from "./words";

type Name = "email" | "first_name" | "last_name";

interface Props {
  input: (name: Name) => ComponentProps<typeof Input>;
  errors: { [Key in Name]?: { message?: string } };
}

/** Who a subscriber is. */
export function PersonFields({ input, errors }: Props) {
  return (
    <>
      <Field label={say.email} error={errors.email?.message}>
        {(field) => <Input {...field} {...input("email")} type="email" inputMode="email" autoComplete="off" />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={say.firstName} optional error={errors.first_name?.message}>
          {(field) => <Input {...field} {...input("first_name")} autoComplete="off" />}
        </Field>
        <Field label={say.lastName} optional error={errors.last_name?.message}>
          {(field) => <Input {...field} {...input("last_name")} autoComplete="off" />}
        </Field>
      </div>
    </>
  );
}
