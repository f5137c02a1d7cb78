import { useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { type Campaign, readCampaign, type UpdateCampaign, updateCampaign } from "@/api/campaigns";
import { useAuthor } from "@/api/session";
import { EditorSession } from "@/editor";
import type { EmailDocument } from "@/email/types";
import { useTitle } from "@/lib/hooks";
import { notify } from "@/lib/notify";
import { writePath } from "@/lib/paths";
import { campaignOf, designOf } from "@/workbench/document";
import { useHost } from "@/workbench/host";
import { outcomeOf } from "@/workbench/outcome";
import { affected } from "../actions";
import { TestDialog } from "../test-dialog";
import { say } from "./words";

interface Props {
  campaign: Campaign;
  /** Reads the campaign anew. */
  reload: () => void;
}

const isWrittenByHand = ({ blocks, html_content, text_content }: Campaign) =>
  blocks === null && Boolean(html_content || text_content);

/**
 * Saves of a design. A text that was written by hand gives way to a design that its author saves, never to an empty one
 * and never by itself.
 */
function useSaves(campaign: Campaign) {
  const [byHand, setByHand] = useState(isWrittenByHand(campaign));
  const replaced = useRef(false);
  const patchOf = (document: EmailDocument, html: string, text: string): UpdateCampaign => {
    const { subject, preheader, ...design } = campaignOf(document, html, text);
    replaced.current = !byHand || document.blocks.length > 0;
    return replaced.current ? { subject, preheader, ...design } : { subject, preheader };
  };
  return {
    autosave: !byHand,
    save: (document: EmailDocument, html: string, text: string, revision: number | null) =>
      outcomeOf(() => updateCampaign(campaign, { ...patchOf(document, html, text), revision })),
    settled: () => {
      if (replaced.current) setByHand(false);
    },
  };
}

/** The design of a campaign, on its page. */
export default function DesignView({ campaign, reload }: Props) {
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const authorId = useAuthor()?.id ?? 0;
  const known = useHost(authorId);
  const [testing, setTesting] = useState(false);
  const host = useMemo(() => ({ ...known, test: () => setTesting(true) }), [known]);
  const { autosave, save, settled } = useSaves(campaign);
  useTitle(say.designSubject(campaign.subject));
  // What was read of it before is of an older save; at the end of a session it goes with the page.
  useEffect(() => () => void mutate(affected).catch(() => undefined), [mutate]);
  return (
    <>
      <EditorSession
        mode="campaign"
        autosave={autosave}
        draftKey={`letterpress-draft-${authorId}-campaign-${campaign.id}`}
        document={designOf(campaign)}
        revision={campaign.revision}
        savedAt={campaign.updated_at}
        host={host}
        failure={say.failedToUpdateCampaign}
        save={save}
        readNewer={async () => {
          const newer = await readCampaign(campaign);
          return { document: designOf(newer), revision: newer.revision };
        }}
        reload={reload}
        onSaved={() => {
          settled();
          notify(say.campaignUpdated, campaign.subject);
        }}
        onBack={() => void navigate(writePath(campaign.newsletter_id, campaign.id))}
      />
      {testing ? <TestDialog campaign={campaign} onClose={() => setTesting(false)} /> : null}
    </>
  );
}
