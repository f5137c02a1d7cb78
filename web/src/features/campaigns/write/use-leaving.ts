import { useEffect } from "react";
import { useBlocker, useNavigate } from "react-router";
import type { Campaign } from "@/api/campaigns";
import { offer } from "@/lib/notify";
import { placeOf, writePath } from "@/lib/paths";
import { useConfirm } from "@/ui/confirm";
import type { Saver } from "./saver";
import { say } from "./words";

/** As long as anybody waits for a page to go. */
const MOST_MS = 3000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Saves before the page is left; what cannot be saved is kept in this browser, or else it asks. */
export function useLeaving(saver: Saver, { newsletter_id, id }: Campaign) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => placeOf(currentLocation) !== placeOf(nextLocation) && !saver.isClean,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let current = true;
    const leave = async () => {
      await Promise.race([saver.flush(), wait(MOST_MS)]);
      const kept = saver.isClean || saver.keep();
      const sure =
        kept ||
        (await confirm({
          title: say.closeWithoutSaving,
          text: say.thisBrowserHasNoRoomTo,
          confirm: say.close,
          cancel: say.keepWriting,
          danger: true,
        }));
      if (!current) return;
      if (!sure) return blocker.reset();
      const isDraft = kept && !saver.isClean;
      blocker.proceed();
      if (isDraft) offer(say.yourDraftWasKept, say.keepWriting, () => void navigate(writePath(newsletter_id, id)));
    };
    void leave();
    return () => {
      current = false;
    };
  }, [blocker, saver, confirm, navigate, newsletter_id, id]);
}
