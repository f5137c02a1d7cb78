import { Link } from "react-router";
import type { Campaign } from "@/api/campaigns";
import { useAuthor } from "@/api/session";
import { useOtherTab } from "@/editor/session/use-other-tab";
import { reportPath } from "@/lib/paths";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Restored } from "@/ui/draft-dialog";
import { Banner } from "@/ui/surface";
import { COPIED, ConflictPanel, textOf, useInView } from "../edit/conflict";
import { hasReport } from "../row-actions";
import type { WritingState } from "./use-writing";
import { say } from "./words";

/** It was sent, or is gone, while somebody wrote on it. */
function Ended({ text, campaign, valuesOf }: { text: string; campaign: Campaign | null; valuesOf: () => string }) {
  return (
    <Banner
      tone="yellow"
      action={
        <span className="flex flex-wrap gap-2">
          <CopyButton size="small" text={valuesOf} what={COPIED}>
            {say.copyMyText}
          </CopyButton>
          {campaign && hasReport(campaign) ? (
            <Button asChild size="small">
              <Link to={reportPath(campaign.newsletter_id, campaign.id)}>{say.viewReport}</Link>
            </Button>
          ) : null}
        </span>
      }
    >
      {text}
    </Banner>
  );
}

/** What an author must know before they write on. */
export function Notices({ writing }: { writing: WritingState }) {
  const { valuesOf: allOf, saver, state, campaign, restored, startOver } = writing;
  const conflict = state.kind === "conflict";
  const panel = useInView(conflict);
  const author = useAuthor()?.id ?? 0;
  // The same name as the design's: whoever has that open has this campaign open.
  const elsewhere = useOtherTab(`letterpress-draft-${author}-campaign-${campaign.id}`);
  const valuesOf = () => textOf(allOf());
  return (
    <div ref={panel} className="mb-6 grid gap-3 empty:hidden">
      {restored ? <Restored draft={restored} onStartOver={startOver} /> : null}
      {conflict ? (
        <ConflictPanel
          campaign={campaign}
          valuesOf={allOf}
          busy={false}
          onKeep={(newest) => void saver.overwrite(newest)}
        />
      ) : null}
      {state.kind === "closed" ? (
        <Ended text={say.thisCampaignIsntADraftAny} campaign={state.campaign} valuesOf={valuesOf} />
      ) : null}
      {state.kind === "gone" ? (
        <Ended text={say.thisCampaignWasDeletedYour} campaign={null} valuesOf={valuesOf} />
      ) : null}
      {elsewhere && !conflict ? <Banner tone="blue">{say.thisCampaignIsOpenIn}</Banner> : null}
    </div>
  );
}
