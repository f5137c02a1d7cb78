import { Plus } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { Campaign, CampaignStatus } from "@/api/campaigns";
import { newslettersAhead, useNewsletters } from "@/api/newsletters";
import { lazyCode } from "@/lib/code";
import { useFilter, useHash, useTitle } from "@/lib/hooks";
import { writePath } from "@/lib/paths";
import { useShortcuts } from "@/lib/shortcuts";
import { Button } from "@/ui/button";
import { ListFilters } from "@/ui/list-filters";
import { PageHeader, Section } from "@/ui/surface";
import { CampaignDialog } from "./campaign-dialog";
import { CampaignList } from "./campaign-list";
import { Performance } from "./performance";
import type { Dialog } from "./row-actions";
import { SendStrip } from "./send-strip";
import { statuses } from "./status";
import { Unsaved } from "./unsaved";
import { listAhead, useList } from "./use-list";
import { say } from "./words";

const CreateDialog = lazyCode(() => import("./create-dialog").then((file) => ({ default: file.CreateDialog })));

interface OpenDialog {
  dialog: Dialog;
  campaign: Campaign;
}

/** False in the first moment: what an author came for is asked for first, as browsers ask a server six things at a time. */
function useSecond(): boolean {
  const [isSecond, setSecond] = useState(false);
  useLayoutEffect(() => setSecond(true), []);
  return isSecond;
}

/** What it asks first, asked while somebody still points at its link. */
export function ahead() {
  listAhead();
  newslettersAhead();
}

export default function CampaignsPage() {
  const list = useList();
  const isSecond = useSecond();
  const navigate = useNavigate();
  const { data: newsletters, error } = useNewsletters();
  const [creating, setCreating] = useState<{ draft: string | null } | null>(null);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [template, setTemplate] = useFilter("template");
  const create = () => setCreating({ draft: null });
  useTitle(say.campaigns);
  useHash("create-campaign", create);
  useShortcuts({ n: create });

  const show = (status: CampaignStatus) => {
    list.setStatus(status);
    document.getElementById("campaign-history")?.scrollIntoView();
  };

  return (
    <>
      <PageHeader id="create-campaign" title={say.campaigns} lead={say.whatYouSendToWhom}>
        <Button look="accent" onClick={create}>
          <Plus />
          {say.createCampaign}
        </Button>
      </PageHeader>
      {creating || open ? null : (
        <Unsaved
          onCreate={(draft) => setCreating({ draft })}
          onEdit={({ newsletter_id, id }) => void navigate(writePath(newsletter_id, id))}
        />
      )}
      <Performance newsletters={newsletters} failed={error !== undefined && !newsletters} isAsked={isSecond} />
      <SendStrip isAsked={isSecond} onShow={show} />
      <Section id="campaign-history" title={say.recentCampaigns}>
        <div className="mb-4">
          <ListFilters
            list={list}
            newsletters={newsletters ?? []}
            statuses={statuses}
            label={say.searchCampaigns}
            placeholder={say.searchBySubject}
          />
        </div>
        <CampaignList list={list} onCreate={create} onOpen={(dialog, campaign) => setOpen({ dialog, campaign })} />
      </Section>
      {creating && (newsletters || error) ? (
        <CreateDialog
          newsletters={newsletters ?? []}
          preset={list.newsletter}
          template={template || null}
          draft={creating.draft}
          onReopen={() => setCreating(creating)}
          onClose={() => {
            setCreating(null);
            setTemplate("");
          }}
        />
      ) : null}
      {open ? (
        <CampaignDialog
          {...open}
          onClose={() => setOpen(null)}
          onGo={(dialog) => {
            const { newsletter_id, id } = open.campaign;
            if (dialog === "edit") void navigate(writePath(newsletter_id, id));
            else setOpen({ ...open, dialog });
          }}
        />
      ) : null}
    </>
  );
}
