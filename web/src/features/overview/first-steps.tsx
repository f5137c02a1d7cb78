import type { KeyedMutator } from "swr";
import { type Overview, showChecklist } from "@/api/overview";
import { messageOf } from "@/api/problem";
import { offerUndo, warn } from "@/lib/notify";
import { Checklist, stepsLeft } from "./checklist";
import { SampleData, SampleNote } from "./sample-data";
import { say } from "./words";

/** What a new account sees first, until all of it is done or it is hidden. */
export function FirstSteps({ overview, mutate }: { overview: Overview; mutate: KeyedMutator<Overview> }) {
  const { setup } = overview;
  const show = async (shown: boolean) => {
    const after = { ...overview, setup: { ...setup, shown } };
    try {
      await mutate(
        async () => {
          await showChecklist(shown);
          return after;
        },
        { optimisticData: after, revalidate: false },
      );
      if (!shown) offerUndo(say.checklistHidden, () => void show(true));
    } catch (error) {
      warn(messageOf(error, say.failedToHideTheChecklist));
    }
  };
  if (setup.shown && stepsLeft(setup) > 0) {
    return (
      <Checklist setup={setup} onHide={() => void show(false)} foot={<SampleData present={setup.sample_data} />} />
    );
  }
  return setup.sample_data ? <SampleNote /> : null;
}
