import { Field, Input } from "./field";
import { say } from "./words";

interface Props {
  label?: string;
  error: string | undefined;
  /** Whose password it is, for password managers. */
  username: string;
  value: string;
  onChange: (value: string) => void;
}

/** The password that holds now, asked for before something changes. */
export function CurrentPassword({ label = say.password, error, username, value, onChange }: Props) {
  return (
    <>
      <input type="email" autoComplete="username" value={username} readOnly hidden />
      <Field label={label} error={error}>
        {(field) => (
          <Input
            {...field}
            type="password"
            autoComplete="current-password"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
