import { useState } from "react";
import { Link } from "react-router";
import { confirmSending, useInstallation } from "@/api/installation";
import { sentenceOf } from "@/api/problem";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Banner } from "@/ui/surface";

function useConfirmation() {
  const { mutate } = useInstallation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const now = await confirmSending();
      notify("This installation sends again", "What waited leaves within seconds.");
      // The button that opened the dialog goes with the banner: the page is the next thing to read.
      document.getElementById("main")?.focus({ preventScroll: true });
      await mutate(now, { revalidate: false });
    } catch (error) {
      setProblem(sentenceOf(error, "Sending could not be confirmed."));
      setBusy(false);
    }
  };
  return { busy, problem, confirm };
}

/** What an administrator makes sure of before a restored copy sends. */
export function ConfirmDialog({ onClose }: { onClose: () => void }) {
  const { busy, problem, confirm } = useConfirmation();
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="Send from this installation?"
      description="It begins to send within seconds, and it cannot be held again."
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button look="accent" disabled={busy} onClick={() => void confirm()}>
            {busy ? "Confirming..." : "Start sending"}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {problem ? <Banner>{problem}</Banner> : null}
        <p>Before that, make sure of two things:</p>
        <ol className="grid list-decimal gap-3 pl-5 marker:text-muted">
          <li>
            <strong className="font-medium">The old installation does not run any more.</strong> Otherwise both mail the
            same readers.
          </li>
          <li>
            <strong className="font-medium">No campaign goes on that should not.</strong> Those that were being sent
            when the backup was made continue where they were then: readers who were mailed after it get the mail twice.
            Pause or cancel them under{" "}
            <Link to="/campaigns" onClick={onClose} className="link">
              Campaigns
            </Link>
            .
          </li>
        </ol>
        <p className="text-13 text-muted">
          To only look into a backup, leave it as it is.{" "}
          <Link to="/documentation/backup" onClick={onClose} className="link">
            More in the guide
          </Link>
        </p>
      </div>
    </Dialog>
  );
}
