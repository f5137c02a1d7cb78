import type { Campaign } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { cn } from "@/lib/cn";
import { countOf, formatNumber } from "@/lib/format";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { PageButtons } from "@/ui/page-buttons";
import { Card, Loading } from "@/ui/surface";
import { CampaignCard, type Dialog } from "./campaign-card";
import type { List } from "./use-list";

/** Browsers hold few connections to one server open; more streams than this would starve everything else. */
const STREAMS = 2;

interface Props {
  list: List;
  onCreate: () => void;
  onOpen: (dialog: Dialog, campaign: Campaign) => void;
}

function Nothing({ list, onCreate }: Pick<Props, "list" | "onCreate">) {
  if (list.filtered) {
    return (
      <Empty
        role="status"
        drawing="magnifier"
        title="No campaigns match your filters"
        action={<Button onClick={list.clear}>Clear filters</Button>}
      />
    );
  }
  return (
    <Empty
      drawing="press"
      title="No campaigns yet"
      text="A campaign is one mail to every active reader of a newsletter."
      action={<Button onClick={onCreate}>Create Your First Campaign</Button>}
    />
  );
}

function Pager({ list, shown, total }: { list: List; shown: number; total: number }) {
  if (!list.previous && !list.next) return null;
  return (
    <div className="mt-4 flex items-center justify-between gap-3">
      <p className="figures text-13 text-muted">
        Showing {formatNumber(shown)} of {countOf(total, "campaign")}
      </p>
      <PageButtons previous={list.previous} next={list.next} />
    </div>
  );
}

export function CampaignList({ list, onCreate, onOpen }: Props) {
  const { data, error, isLoading, mutate } = list.list;
  if (error && !data) {
    return (
      <Empty
        role="alert"
        drawing="broken"
        title="Error loading campaigns"
        text={messageOf(error)}
        action={<Button onClick={() => void mutate()}>Try Again</Button>}
      />
    );
  }
  if (!data) {
    return (
      <Loading text="Loading campaigns..." hint="Please wait">
        <div className="grid gap-4">
          {["a", "b", "c"].map((key) => (
            <Card key={key} className="h-[190px] animate-breathe" />
          ))}
        </div>
      </Loading>
    );
  }
  if (data.rows.length === 0 && !list.previous) return <Nothing list={list} onCreate={onCreate} />;
  const streamed = new Set(
    data.rows
      .filter((campaign) => campaign.status === "sending")
      .slice(0, STREAMS)
      .map((campaign) => campaign.id),
  );
  return (
    <>
      <div className={cn("grid gap-4 transition-opacity duration-150", isLoading && "opacity-60")}>
        {data.rows.map((campaign) => (
          <CampaignCard key={campaign.id} campaign={campaign} live={streamed.has(campaign.id)} onOpen={onOpen} />
        ))}
      </div>
      <Pager list={list} shown={data.rows.length} total={data.total} />
    </>
  );
}
