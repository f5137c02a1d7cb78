import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useSWRConfig } from "swr";
import { type Campaign, readCampaign, updateCampaign } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { EditorSession } from "@/editor";
import { useTitle } from "@/lib/hooks";
import { notify, warn } from "@/lib/notify";
import { campaignOf, designOf } from "@/workbench/document";
import { useHost } from "@/workbench/host";
import { WorkbenchLoading } from "@/workbench/loading";
import { outcomeOf } from "@/workbench/outcome";
import { affected } from "./actions";

const isOpen = (campaign: Campaign) => campaign.status === "draft" || campaign.status === "scheduled";

/** The campaign as the server has it, read anew at each attempt; one that cannot be designed leads back to the list. */
function useDesign(newsletter_id: number, id: number, attempt: number) {
  const [campaign, setCampaign] = useState<Campaign | null>(null);
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads anew
  useEffect(() => {
    let isCurrent = true;
    setCampaign(null);
    const leave = (reason: string) => {
      warn(reason);
      void navigate("/campaigns", { replace: true });
    };
    readCampaign({ newsletter_id, id }).then(
      (found) => {
        if (!isCurrent) return;
        if (isOpen(found)) setCampaign(found);
        else leave("This campaign is no longer a draft, so its design stays as it was sent.");
      },
      (error: unknown) => isCurrent && leave(messageOf(error, "Failed to load campaign")),
    );
    return () => {
      isCurrent = false;
    };
  }, [newsletter_id, id, attempt, navigate]);
  return campaign;
}

/** A campaign written in the template editor. */
export default function DesignPage() {
  const { newsletterId, campaignId } = useParams();
  const [attempt, setAttempt] = useState(0);
  const campaign = useDesign(Number(newsletterId), Number(campaignId), attempt);
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const authorId = useAuthor()?.id ?? 0;
  const host = useHost(authorId);
  useTitle(campaign ? `Design: ${campaign.subject}` : "Design");

  if (!campaign) return <WorkbenchLoading text="Loading campaign..." />;
  return (
    <EditorSession
      key={`${campaign.id}-${attempt}`}
      mode="campaign"
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
      reload={() => setAttempt((now) => now + 1)}
      onSaved={() => {
        notify("Campaign updated", campaign.subject);
        void mutate(affected);
        void navigate("/campaigns");
      }}
      onBack={() => void navigate("/campaigns")}
    />
  );
}
