import { useSWRConfig } from "swr";
import { ApiError } from "@/api/problem";
import { currentAuthor, rememberAuthor } from "@/api/session";
import { SETTINGS, saveSettings, type UpdateSettings } from "@/api/settings";

/** Saves a part of the settings; the whole comes back and is what the page shows from then on. */
export function useSaveSettings() {
  const { mutate } = useSWRConfig();
  return async (patch: UpdateSettings) => {
    const saved = await saveSettings(patch);
    const author = currentAuthor();
    if (author && patch.account) {
      const { name, company, time_zone } = saved.account;
      rememberAuthor({ ...author, name, company, time_zone });
    }
    await mutate(SETTINGS, saved, { revalidate: false });
    return saved;
  };
}

/** The server names fields as `account.name`, a form as `name`. */
export function within(part: keyof UpdateSettings, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.errors.map(({ field, ...rest }) => ({ ...rest, field: field.replace(`${part}.`, "") }));
  return new ApiError(error.status, error.message, errors);
}

/** An empty field is null for the server. */
export const orNull = (text: string) => (text === "" ? null : text);

export const EMAIL_ADDRESS = "Enter an email address, such as ada@example.com.";

/** Field errors of the server under the names a form has for the same things. */
export function underOurNames(error: unknown, names: Record<string, string>): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.errors.map(({ field, ...rest }) => ({ ...rest, field: names[field] ?? field }));
  return new ApiError(error.status, error.message, errors);
}
