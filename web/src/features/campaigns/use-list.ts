import { campaignsAhead, useCampaigns } from "@/api/campaigns";
import { useAgain } from "@/api/hooks";
import { useListState } from "@/lib/list";
import { statuses } from "./status";

const PAGE_SIZE = 50;
/** How often the list itself is asked again while something is being sent. */
const WHILE_SENDING_MS = 4000;

export const listAhead = () => campaignsAhead({ limit: PAGE_SIZE });

export function useList() {
  const state = useListState(statuses);
  const list = useCampaigns({ ...state.params, limit: PAGE_SIZE });
  useAgain(list.data?.rows.some((row) => row.status === "sending") ? WHILE_SENDING_MS : 0, list.mutate);
  return { ...state, list, next: state.nextAfter(list.data?.next ?? null) };
}

export type List = ReturnType<typeof useList>;
