import { useState } from "react";
import { useSWRConfig } from "swr";
import { under } from "@/api/hooks";
import { makeSampleData, removeSampleData } from "@/api/overview";
import { messageOf } from "@/api/problem";
import { notify, offerUndo, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Card } from "@/ui/surface";
import { say } from "./words";

/** Everything that shows what is made or removed. */
const affected = under(
  "/api/overview",
  "/api/newsletters",
  "/api/subscribers",
  "/api/campaigns",
  "/api/templates",
  "/api/search",
  "/api/analytics",
);

type Kept = Awaited<ReturnType<typeof removeSampleData>>;

/** What was removed, and what was not because it became its author's. */
function removed(kept: Kept): string {
  const names = [
    kept.newsletter_kept ? "newsletter" : "",
    kept.campaign_kept ? "campaign" : "",
    kept.template_kept ? "template" : "",
  ].filter(Boolean);
  if (names.length === 0) return say.sampleDataRemoved;
  const list = new Intl.ListFormat("en").format(names);
  return say.sampleDataRemovedWeKept(list);
}

function useSampleData() {
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>, failure: string) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      warn(messageOf(error, failure));
    }
    await mutate(affected);
    setBusy(false);
  };
  const add = () =>
    run(async () => {
      const { subscribers } = await makeSampleData();
      notify(say.sampleDataAdded, say.aNewsletterWithSubscribersSubscribers(subscribers));
    }, say.failedToAddSampleData);
  const remove = () =>
    run(async () => {
      offerUndo(removed(await removeSampleData()), () => void add());
    }, say.failedToRemoveSampleData);
  return { busy, add, remove };
}

/** One click brings something to look at, and one takes it away. */
export function SampleData({ present }: { present: boolean }) {
  const { busy, add, remove } = useSampleData();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-13">
      <p className="text-muted">{present ? say.youHaveSampleDataRemoving : say.justLookingAddASample}</p>
      <Button size="small" disabled={busy} onClick={() => void (present ? remove() : add())}>
        {present ? say.removeSampleData : say.addSampleData}
      </Button>
    </div>
  );
}

/** The way to remove it, where there is no checklist any more. */
export function SampleNote() {
  return (
    <Card className="mt-6 px-5 py-3">
      <SampleData present />
    </Card>
  );
}
