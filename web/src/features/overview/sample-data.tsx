import { useState } from "react";
import { useSWRConfig } from "swr";
import { under } from "@/api/hooks";
import { makeSampleData, removeSampleData } from "@/api/overview";
import { messageOf } from "@/api/problem";
import { notify, offerUndo, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Card } from "@/ui/surface";

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
  if (names.length === 0) return "Sample data removed.";
  const list = new Intl.ListFormat("en").format(names);
  return `Sample data removed. We kept the ${list}, because you changed or added something.`;
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
      notify("Sample data added", `A newsletter with ${subscribers} subscribers, a draft and a template.`);
    }, "Failed to add sample data");
  const remove = () =>
    run(async () => {
      offerUndo(removed(await removeSampleData()), () => void add());
    }, "Failed to remove sample data");
  return { busy, add, remove };
}

/** One click brings something to look at, and one takes it away. */
export function SampleData({ present }: { present: boolean }) {
  const { busy, add, remove } = useSampleData();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-13">
      <p className="text-muted">
        {present
          ? "You have sample data. Removing it keeps what you changed or added."
          : "Just looking? Add a sample newsletter with a draft. Nothing is ever sent to its subscribers."}
      </p>
      <Button size="small" disabled={busy} onClick={() => void (present ? remove() : add())}>
        {present ? "Remove sample data" : "Add sample data"}
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
