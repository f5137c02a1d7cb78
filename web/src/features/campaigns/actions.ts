import { useSWRConfig } from "swr";
import {
  type Campaign,
  cancelCampaign,
  decideAbTest,
  deleteCampaign,
  duplicateCampaign,
  pauseCampaign,
  resumeCampaign,
  sendCampaign,
} from "@/api/campaigns";
import { under } from "@/api/hooks";
import { messageOf } from "@/api/problem";
import { countOf, formatSince } from "@/lib/format";
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

  /** The end of an A/B test before its time. */
  const decide = async (campaign: Campaign, { rest, decides_at }: { rest: number; decides_at: string }) => {
    const sure = await confirm({
      title: "Decide now",
      text: `Choose by what was counted so far instead of at ${formatSince(decides_at)}? The other ${countOf(rest, "subscriber")} get the better variant at once, or the first one where the difference may be chance.`,
      confirm: "Decide now",
      cancel: "Keep testing",
    });
    if (!sure) return;
    await run(async () => {
      await decideAbTest(campaign);
      notify("The A/B test is decided", "Its report says by how much. Everyone else gets their email now.");
    }, "Failed to decide the A/B test");
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

  return { send, pause, resume, cancel, decide, duplicate, remove };
}
