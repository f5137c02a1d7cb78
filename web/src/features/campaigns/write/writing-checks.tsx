import type { ReactNode } from "react";
import { type Campaign, type Check, useChecks } from "@/api/campaigns";
import { Checks, sorted } from "../send/checks";
import { useAfterSave } from "./use-after-save";

/** Long enough for the save after the next word. */
const AFTER_MS = 1500;

interface Props {
  campaign: Campaign;
  fixOf: (fix: NonNullable<Check["fix"]>) => ReactNode;
}

/** The checks of what was saved last. Links are asked only before sending. */
export function WritingChecks({ campaign, fixOf }: Props) {
  const { data, error, mutate } = useChecks(campaign, false);
  useAfterSave(campaign, AFTER_MS, mutate);
  const checks = data && sorted(data.checks);
  return (
    <Checks
      state={{
        checks,
        error: data ? undefined : error,
        askingLinks: false,
        linksError: undefined,
        retry: () => mutate(),
        problems: [],
      }}
      fixOf={fixOf}
    />
  );
}
