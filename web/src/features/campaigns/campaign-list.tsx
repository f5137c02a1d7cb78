import type { KeyboardEvent } from "react";
import type { Campaign } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { useGradually } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { PageButtons } from "@/ui/page-buttons";
import { Card, Loading } from "@/ui/surface";
import { CampaignRow, figureColumns, figureWidth } from "./campaign-row";
import type { Dialog } from "./row-actions";
import type { List } from "./use-list";
import { say } from "./words";

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
        title={say.noCampaignsMatchYourFilters}
        action={<Button onClick={list.clear}>{say.clearFilters}</Button>}
      />
    );
  }
  return (
    <Empty
      drawing="press"
      title={say.noCampaignsYet}
      text={say.aCampaignIsOneMail}
      action={<Button onClick={onCreate}>{say.createYourFirstCampaign}</Button>}
    />
  );
}

function Pager({ list, shown, total }: { list: List; shown: number; total: number }) {
  if (!list.previous && !list.next) return null;
  return (
    <div className="mt-4 flex items-center justify-between gap-3">
      <p className="figures text-13 text-muted">{say.showingShownOfCampaign(shown, total)}</p>
      <PageButtons previous={list.previous} next={list.next} />
    </div>
  );
}

/** Each row names its figures itself, for who hears it. */
function Heads() {
  return (
    <div
      aria-hidden="true"
      className="flex items-center gap-6 border-line border-b px-4 py-2 text-12 text-muted max-sm:hidden"
    >
      <span className="flex-1">{say.campaign}</span>
      <span className="flex text-right">
        {figureColumns.map((label) => (
          <span key={label} className={figureWidth}>
            {label}
          </span>
        ))}
      </span>
      <span className="w-44 xl:w-[276px]" />
    </div>
  );
}

/** Up and down from a row's subject leads to its neighbour's. */
function moveBetweenRows(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement) || !event.target.hasAttribute("data-subject")) return;
  const subjects = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-subject]")];
  const next = subjects[subjects.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Rows({ rows, onOpen }: { rows: Campaign[]; onOpen: Props["onOpen"] }) {
  const sending = rows.filter((campaign) => campaign.status === "sending");
  const streamed = new Set(sending.slice(0, STREAMS).map((campaign) => campaign.id));
  return (
    <ul onKeyDown={moveBetweenRows} className="divide-y divide-line">
      {useGradually(rows).map((campaign) => (
        <CampaignRow key={campaign.id} campaign={campaign} live={streamed.has(campaign.id)} onOpen={onOpen} />
      ))}
    </ul>
  );
}

export function CampaignList({ list, onCreate, onOpen }: Props) {
  const { data, error, isLoading, mutate } = list.list;
  if (error && !data) {
    return (
      <Empty
        role="alert"
        drawing="broken"
        title={say.errorLoadingCampaigns}
        text={messageOf(error)}
        action={<Button onClick={() => void mutate()}>{say.tryAgain}</Button>}
      />
    );
  }
  if (!data) {
    return (
      <Loading text={say.loadingCampaigns} hint={say.pleaseWait}>
        <Card className="divide-y divide-line">
          {["a", "b", "c", "d", "e", "f"].map((key) => (
            <div key={key} className="h-[62px] animate-breathe" />
          ))}
        </Card>
      </Loading>
    );
  }
  if (data.rows.length === 0 && !list.previous) return <Nothing list={list} onCreate={onCreate} />;
  return (
    <>
      <Card aria-busy={isLoading} className="transition-opacity duration-150 aria-busy:opacity-60">
        <Heads />
        <Rows rows={data.rows} onOpen={onOpen} />
      </Card>
      <Pager list={list} shown={data.rows.length} total={data.total} />
    </>
  );
}
