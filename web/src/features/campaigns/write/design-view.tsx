import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { type Campaign, readCampaign, updateCampaign } from "@/api/campaigns";
import { useAuthor } from "@/api/session";
import { EditorSession } from "@/editor";
import { useTitle } from "@/lib/hooks";
import { notify } from "@/lib/notify";
import { writePath } from "@/lib/paths";
import { campaignOf, designOf } from "@/workbench/document";
import { useHost } from "@/workbench/host";
import { outcomeOf } from "@/workbench/outcome";
import { affected } from "../actions";

interface Props {
  campaign: Campaign;
  /** Reads the campaign anew. */
  reload: () => void;
}

/** The design of a campaign, on its page. */
export default function DesignView({ campaign, reload }: Props) {
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const authorId = useAuthor()?.id ?? 0;
  const host = useHost(authorId);
  useTitle(`Design: ${campaign.subject}`);
  // What was read of it before is of an older save; at the end of a session it goes with the page.
  useEffect(() => () => void mutate(affected).catch(() => undefined), [mutate]);
  return (
    <EditorSession
      mode="campaign"
      autosave
      draftKey={`letterpress-draft-${authorId}-campaign-${campaign.id}`}
      document={designOf(campaign)}
      revision={campaign.revision}
      savedAt={campaign.updated_at}
      host={host}
      failure="Failed to update campaign"
      save={(document, html, text, revision) =>
        outcomeOf(() => updateCampaign(campaign, { ...campaignOf(document, html, text), revision }))
      }
      readNewer={async () => {
        const newer = await readCampaign(campaign);
        return { document: designOf(newer), revision: newer.revision };
      }}
      reload={reload}
      onSaved={() => notify("Campaign updated", campaign.subject)}
      onBack={() => void navigate(writePath(campaign.newsletter_id, campaign.id))}
    />
  );
}
