import { useSWRConfig } from "swr";
import {
  type Campaign,
  cancelCampaign,
  deleteCampaign,
  duplicateCampaign,
  pauseCampaign,
  resumeCampaign,
  sendCampaign,
} from "@/api/campaigns";
import { under } from "@/api/hooks";
import { messageOf } from "@/api/problem";
import { countOf } from "@/lib/format";
import { notify, warn } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";
import { useOnce } from "./once";

/** Everything that shows a campaign or what became of it. */
export const affected = under("/api/campaigns", "/api/newsletters", "/api/overview");

type Work = () => Promise<void>;

export function useCampaignActions() {
  const { mutate } = useSWRConfig();
  const confirm = useConfirm();
  const once = useOnce();

  const run = async (work: Work, fallback: string): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      warn(messageOf(error, fallback));
      return false;
    } finally {
      await mutate(affected);
    }
  };

  /** Without a question: the dialog it is called from has asked. */
  const send = (campaign: Campaign) =>
    run(async () => {
      await once(`send-${campaign.id}`, (key) => sendCampaign(campaign, key));
      notify("Campaign sent successfully!");
    }, "Failed to send campaign");

  const pause = (campaign: Campaign) =>
    run(async () => {
      const { draining } = await pauseCampaign(campaign);
      notify(
        "Campaign paused",
        draining > 0
          ? `${countOf(draining, "mail")} already under way will still arrive.`
          : "Nothing more is sent until you resume.",
      );
    }, "Failed to pause campaign");

  const resume = (campaign: Campaign) =>
    run(async () => {
      await resumeCampaign(campaign);
      notify("Campaign resumed");
    }, "Failed to resume campaign");

  const cancel = async (campaign: Campaign) => {
    const scheduled = campaign.status === "scheduled";
    const sure = await confirm({
      title: scheduled ? "Cancel scheduled campaign" : "Cancel Campaign",
      text: scheduled
        ? `Cancel the scheduled sending of "${campaign.subject}"? It becomes a draft again.`
        : `Cancel campaign "${campaign.subject}"? Readers who have not got it yet will not get it. This action cannot be undone.`,
      confirm: scheduled ? "Back to draft" : "Cancel campaign",
      cancel: "Keep",
      danger: !scheduled,
    });
    if (!sure) return;
    await run(async () => {
      await cancelCampaign(campaign);
      notify(scheduled ? "Campaign is a draft again" : "Campaign cancelled");
    }, "Failed to cancel campaign");
  };

  const duplicate = (campaign: Campaign) =>
    run(async () => {
      await once(`duplicate-${campaign.id}`, (key) => duplicateCampaign(campaign, key));
      notify("Campaign duplicated", "The copy is a draft at the top of the list.");
    }, "Failed to duplicate campaign");

  const remove = async (campaign: Campaign): Promise<boolean> => {
    const sure = await confirm({
      title: "Delete campaign",
      text: `Are you sure you want to delete "${campaign.subject}"? This action cannot be undone.`,
      confirm: "Delete",
      danger: true,
    });
    if (!sure) return false;
    return await run(async () => {
      await deleteCampaign(campaign);
      notify("Campaign deleted");
    }, "Failed to delete campaign");
  };

  return { send, pause, resume, cancel, duplicate, remove };
}
