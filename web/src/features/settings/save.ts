import { currentAuthor, rememberAuthor } from "@/api/session";
import { saveSettings, type UpdateSettings, useShowSettings } from "@/api/settings";
import { say } from "./words";

/** Saves a part of the settings; the whole comes back and is what the page shows from then on. */
export function useSaveSettings() {
  const show = useShowSettings();
  return async (patch: UpdateSettings) => {
    const saved = await saveSettings(patch);
    const author = currentAuthor();
    if (author && patch.account) {
      const { name, company, time_zone } = saved.account;
      rememberAuthor({ ...author, name, company, time_zone });
    }
    await show(saved);
    return saved;
  };
}

/** An empty field is null for the server. */
export const orNull = (text: string) => (text === "" ? null : text);

export const EMAIL_ADDRESS = say.enterAnEmailAddressSuch;
