import { useState } from "react";
import { Link } from "react-router";
import { confirmSending, useInstallation } from "@/api/installation";
import { sentenceOf } from "@/api/problem";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Rich } from "@/ui/rich";
import { Banner } from "@/ui/surface";
import { say } from "./words";

function useConfirmation() {
  const { mutate } = useInstallation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const now = await confirmSending();
      notify(say.thisInstallationSendsAgain, say.whatWaitedLeavesWithinSeconds);
      // The button that opened the dialog goes with the banner: the page is the next thing to read.
      document.getElementById("main")?.focus({ preventScroll: true });
      await mutate(now, { revalidate: false });
    } catch (error) {
      setProblem(sentenceOf(error, say.sendingCouldNotBeConfirmed));
      setBusy(false);
    }
  };
  return { busy, problem, confirm };
}

const strong = (inner: string) => <strong className="font-medium">{inner}</strong>;

/** What an administrator makes sure of before a restored copy sends. */
export function ConfirmDialog({ onClose }: { onClose: () => void }) {
  const { busy, problem, confirm } = useConfirmation();
  const toCampaigns = (inner: string) => (
    <Link to="/campaigns" onClick={onClose} className="link">
      {inner}
    </Link>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={say.sendFromThisInstallation}
      description={say.itBeginsToSendWithin}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {say.cancel}
          </Button>
          <Button look="accent" disabled={busy} onClick={() => void confirm()}>
            {busy ? say.confirming : say.startSending}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {problem ? <Banner>{problem}</Banner> : null}
        <p>{say.beforeThatMakeSureOf}</p>
        <ol className="grid list-decimal gap-3 pl-5 marker:text-muted">
          <li>
            <Rich text={say.oldOneIsOff} parts={{ strong }} />
          </li>
          <li>
            <Rich text={say.campaignsGoOn} parts={{ strong, link: toCampaigns }} />
          </li>
        </ol>
        <p className="text-13 text-muted">
          {say.toOnlyLookIntoA}{" "}
          <Link to="/documentation/backup" onClick={onClose} className="link">
            {say.moreInTheGuide}
          </Link>
        </p>
      </div>
    </Dialog>
  );
}
