import { type Campaign, readCampaign } from "@/api/campaigns";
import { isStatus, messageOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { canCopy, copy } from "@/lib/copy";
import { draftKey, readDraft } from "@/lib/drafts";
import { saveText } from "@/lib/files";
import { offer, warn } from "@/lib/notify";
import { KeptDrafts } from "@/ui/draft-dialog";
import { EDITED_CAMPAIGN, NEW_CAMPAIGN, ofKept } from "./drafts";
import { COPIED, textOf } from "./edit/conflict";
import { emptyForm } from "./schema";
import { say } from "./words";

interface Props {
  onCreate: (draft: string) => void;
  onEdit: (campaign: Campaign) => void;
}

/** Campaigns that were being written when their form was closed. */
export function Unsaved({ onCreate, onEdit }: Props) {
  const author = useAuthor()?.id;
  const edit = async (id: string) => {
    try {
      onEdit(await readCampaign(ofKept(id)));
    } catch (error) {
      if (!isStatus(error, 404)) return warn(messageOf(error, say.failedToLoadCampaign));
      // The text outlives its campaign.
      const draft = readDraft(draftKey(author ?? 0, EDITED_CAMPAIGN, id), emptyForm(""));
      if (!draft) return warn(say.campaignNotFound);
      const text = textOf(draft.values);
      if (canCopy()) offer(say.campaignNotFound, say.copyMyText, () => void copy(text, COPIED));
      else offer(say.campaignNotFound, say.downloadMyText, () => saveText("campaign.txt", text, "text/plain"));
    }
  };
  return (
    <>
      <KeptDrafts author={author} form={NEW_CAMPAIGN} kindOf={() => say.newCampaign} onContinue={onCreate} />
      <KeptDrafts
        author={author}
        form={EDITED_CAMPAIGN}
        kindOf={() => say.changesToACampaign}
        onContinue={(id) => void edit(id)}
      />
    </>
  );
}
