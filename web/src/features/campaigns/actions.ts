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
import { notify, warn } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";
import { useOnce } from "./once";
import { say } from "./words";

/** Everything that shows a campaign or what became of it. */
export const affected = under("/api/campaigns", "/api/newsletters", "/api/overview", "/api/search");

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
      notify(say.campaignSentSuccessfully);
    }, say.failedToSendCampaign);

  const pause = (campaign: Campaign) =>
    run(async () => {
      const { draining } = await pauseCampaign(campaign);
      notify(say.campaignPaused, draining > 0 ? say.mailAlreadyUnderWayWill(draining) : say.nothingMoreIsSentUntil);
    }, say.failedToPauseCampaign);

  const resume = (campaign: Campaign) =>
    run(async () => {
      await resumeCampaign(campaign);
      notify(say.campaignResumed);
    }, say.failedToResumeCampaign);

  const cancel = async (campaign: Campaign) => {
    const scheduled = campaign.status === "scheduled";
    const sure = await confirm({
      title: scheduled ? say.cancelScheduledCampaign : say.cancelCampaign,
      text: scheduled
        ? say.cancelTheScheduledSendingOf(campaign.subject)
        : say.cancelCampaignSubjectReadersWho(campaign.subject),
      confirm: scheduled ? say.backToDraft : say.cancelCampaign2,
      cancel: say.keep,
      danger: !scheduled,
    });
    if (!sure) return;
    await run(async () => {
      await cancelCampaign(campaign);
      notify(scheduled ? say.campaignIsADraftAgain : say.campaignCancelled);
    }, say.failedToCancelCampaign);
  };

  /** The end of an A/B test before its time. */
  const decide = async (campaign: Campaign, { rest, decides_at }: { rest: number; decides_at: string }) => {
    const sure = await confirm({
      title: say.decideNow,
      text: say.chooseByWhatWasCounted(decides_at, rest),
      confirm: say.decideNow,
      cancel: say.keepTesting,
    });
    if (!sure) return;
    await run(async () => {
      await decideAbTest(campaign);
      notify(say.theABTestIs, say.itsReportSaysByHow);
    }, say.failedToDecideTheA);
  };

  const duplicate = (campaign: Campaign) =>
    run(async () => {
      await once(`duplicate-${campaign.id}`, (key) => duplicateCampaign(campaign, key));
      notify(say.campaignDuplicated, say.theCopyIsADraft);
    }, say.failedToDuplicateCampaign);

  const remove = async (campaign: Campaign): Promise<boolean> => {
    const sure = await confirm({
      title: say.deleteCampaign,
      text: say.areYouSureYouWant(campaign.subject),
      confirm: say.deleteIt,
      danger: true,
    });
    if (!sure) return false;
    return await run(async () => {
      await deleteCampaign(campaign);
      notify(say.campaignDeleted);
    }, say.failedToDeleteCampaign);
  };

  return { send, pause, resume, cancel, decide, duplicate, remove };
}
