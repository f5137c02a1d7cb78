import { campaignPath } from "./calls";
import type { Attachment, Checks, DryRun, Resolved, ScheduleInput } from "./campaign-life";
import { request, withQuery } from "./client";
import { useData } from "./data";
import { sendForm } from "./form-upload";
import type { Campaign, Id } from "./types";

const pathOf = (campaign: Pick<Campaign, "newsletter_id" | "id">) => campaignPath(campaign.newsletter_id, campaign.id);

/** Zones don't change while the page is open. */
export const useZones = () => useData<string[]>("/api/schedule/zones", { revalidateIfStale: false });

/** The instant of a wall time; asked only when both are known. */
export const useResolved = (localTime: string | null, timeZone: string) =>
  useData<Resolved>(
    localTime === null || timeZone === ""
      ? null
      : withQuery("/api/schedule/resolve", { local_time: localTime, time_zone: timeZone }),
    { shouldRetryOnError: false },
  );

/** Always asked anew: what was fixed a moment ago must not be told again. */
const ANEW = { dedupingInterval: 0, shouldRetryOnError: false };

/** The checks before sending; those of the links ask other servers and may take some seconds. */
export const useChecks = (campaign: Campaign, links: boolean) =>
  useData<Checks>(`${pathOf(campaign)}/checks?links=${links}`, ANEW);
export const useDryRun = (campaign: Campaign) => useData<DryRun>(`${pathOf(campaign)}/dry-run`, ANEW);

export const scheduleCampaign = (campaign: Campaign, body: ScheduleInput) =>
  request<Campaign>("POST", `${pathOf(campaign)}/schedule`, { body });

export const readCampaign = (campaign: Pick<Campaign, "newsletter_id" | "id">) =>
  request<Campaign>("GET", pathOf(campaign));

export function attachFile(campaign: Campaign, file: File, onProgress: (sent: number, total: number) => void) {
  return sendForm<Attachment>({
    path: `${pathOf(campaign)}/attachments`,
    form: () => {
      const form = new FormData();
      form.set("file", file, file.name);
      return form;
    },
    onProgress,
  });
}

export const detachFile = (campaign: Campaign, id: Id) =>
  request<void>("DELETE", `${pathOf(campaign)}/attachments/${id}`);
