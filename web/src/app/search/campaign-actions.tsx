import { ExternalLink } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { type Campaign, type CampaignRef, useCampaign } from "@/api/campaigns";
import { CampaignDialog } from "@/features/campaigns/campaign-dialog";
import { type Dialog, useRowActions } from "@/features/campaigns/row-actions";
import type { KnownActions, ThingActions } from "@/features/search/things";
import { writePath } from "@/lib/paths";
import { say } from "../words";
import { useLayer } from "./layer";

/** A campaign has its newsletter in its address. */
export function campaignAt({ id, href }: { id: number; href: string }): CampaignRef {
  return { id, newsletter_id: Number(/^\/campaigns\/(\d+)\//.exec(href)?.[1]) };
}

const letters: Record<string, string> = {
  Edit: "E",
  "View Report": "R",
  Preview: "V",
  "Test send": "T",
  "Send Campaign": "S",
  "Send Now": "S",
  Schedule: "H",
  "Change schedule": "H",
  Pause: "P",
  Resume: "P",
  Duplicate: "D",
  Cancel: "C",
  Delete: "⌫",
};

/** The actions that the campaign has in its list, its own page first. */
export function useCampaignThing(campaign: Campaign, href: string): KnownActions {
  const show = useLayer();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { newsletter_id, id } = campaign;
  const open = (dialog: Dialog): void =>
    show((close) => (
      <CampaignDialog
        dialog={dialog}
        campaign={campaign}
        onClose={close}
        onGo={(place) => (place === "edit" ? void navigate(writePath(newsletter_id, id)) : open(place))}
      />
    ));
  const { main, quick, rest } = useRowActions(campaign, open);
  const all = [main, ...quick, ...rest].map((action) => {
    const run = async () => {
      const gone = (await action.run()) === true && action.name === "Delete";
      if (gone && pathname.startsWith(`/campaigns/${newsletter_id}/${id}/`)) await navigate("/campaigns");
    };
    const does = action.to === undefined ? { run } : { href: action.to };
    return { name: action.name, icon: action.icon, takes: action.takes, letter: letters[action.name], ...does };
  });
  const page = all.find((action) => "href" in action) ?? { name: say.open, icon: ExternalLink, letter: "O", href };
  return { actions: [page, ...all.filter((action) => action !== page)] };
}

function Known({ campaign, href, children }: { campaign: Campaign; href: string } & Pick<Props, "children">) {
  return children(useCampaignThing(campaign, href));
}

type Props = Parameters<ThingActions>[0];

export function CampaignActions({ thing, children }: Props) {
  const { data, error } = useCampaign(campaignAt(thing));
  if (!data) return children({ error });
  return (
    <Known campaign={data} href={thing.href}>
      {children}
    </Known>
  );
}
