import { type ReactNode, useEffect, useRef } from "react";
import { type Campaign, type Check, useChecks } from "@/api/campaigns";
import { useDebounced } from "@/lib/hooks";
import { Checks, sorted } from "../send/checks";

/** Long enough for the save after the next word. */
const AFTER_MS = 1500;

interface Props {
  campaign: Campaign;
  fixOf: (fix: NonNullable<Check["fix"]>) => ReactNode;
}

/** The checks of what was saved last. Links are asked only before sending. */
export function WritingChecks({ campaign, fixOf }: Props) {
  const { data, error, mutate } = useChecks(campaign, false);
  const revision = useDebounced(campaign.revision, AFTER_MS);
  const checked = useRef(revision);
  useEffect(() => {
    if (checked.current === revision) return;
    checked.current = revision;
    void mutate();
  }, [revision, mutate]);
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
