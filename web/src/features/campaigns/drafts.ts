import type { Campaign } from "@/api/campaigns";

/** The place of unsaved new campaigns. */
export const NEW_CAMPAIGN = "campaign-new";
/** The place of unsaved changes, one for each campaign. */
export const EDITED_CAMPAIGN = "campaign-edit";

/** Where the unsaved changes of a campaign are kept. */
export const keptAt = ({ newsletter_id, id }: Campaign) => `${newsletter_id}.${id}`;

/** The campaign that unsaved changes were made to. */
export function ofKept(kept: string) {
  const [newsletter_id = 0, id = 0] = kept.split(".").map(Number);
  return { newsletter_id, id };
}
