import { useId, useState } from "react";
import { type Campaign, type Segment, useCampaign } from "@/api/campaigns";
import { readSubject } from "@/email/as-read";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { useCampaignActions } from "../actions";
import { Checks, type SendChecks, useSendChecks } from "./checks";
import { DryRunSection } from "./dry-run";
import { FixButton, type Place } from "./fix-button";
import { say } from "./words";

/** Why it cannot be sent now; null when it can. */
function hindrance({ checks, error, problems }: SendChecks): string | null {
  if (problems.length > 0) {
    return say.cantSendYet(problems.map(({ title }) => title).join("; "));
  }
  return checks || error ? null : say.theCampaignIsStillBeing;
}

const narrowing: Record<Segment["kind"], string> = {
  not_opened: say.didntOpen,
  not_sent: say.didntReceive,
};

/** Which of the active subscribers a campaign is for; null when it is for all. */
function useNarrowed({ newsletter_id, segment }: Campaign): string | null {
  const { data: earlier } = useCampaign(segment && { newsletter_id, id: segment.campaign_id });
  if (!segment) return null;
  return say.onlyThoseWho(narrowing[segment.kind], earlier ? `“${readSubject(earlier)}”` : say.anEarlierCampaign);
}

interface Props {
  campaign: Campaign;
  onClose: () => void;
  /** To another place where this campaign is worked on, in place of this one. */
  onGo: (place: Place) => void;
}

/** The last question before a campaign goes out, with everything there is to know about it. */
export function SendDialog({ campaign, onClose, onGo }: Props) {
  const [busy, setBusy] = useState(false);
  const act = useCampaignActions();
  const state = useSendChecks(campaign);
  const whole = useCampaign(campaign).data;
  const reasonId = useId();
  const reason = hindrance(state);
  const narrowed = useNarrowed(campaign);
  const designed = (whole?.blocks ?? null) !== null;
  const send = async () => {
    if (reason || busy) return;
    setBusy(true);
    const sent = await act.send(campaign);
    setBusy(false);
    if (sent) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={say.sendCampaign}
      description={
        <>
          {say.sendCampaignSubjectNowThis(readSubject(campaign))}
          {narrowed ? <span className="mt-1 block">{narrowed}</span> : null}
        </>
      }
      footer={
        <>
          <p
            id={reasonId}
            role="status"
            className={state.problems.length > 0 ? "basis-full text-13 text-red" : "sr-only"}
          >
            {reason}
          </p>
          <Button onClick={onClose} disabled={busy} className="max-sm:flex-1 sm:mr-auto">
            {say.cancel}
          </Button>
          <Button onClick={() => onGo("test")} disabled={busy} className="max-sm:flex-1">
            {say.sendATest}
          </Button>
          <Button onClick={() => onGo("schedule")} disabled={busy} className="max-sm:flex-1">
            {say.schedule}
          </Button>
          <Button
            look="accent"
            className="max-sm:basis-full"
            // Not disabled: a keyboard must get here to hear why.
            aria-disabled={reason !== null || busy}
            aria-describedby={reason ? reasonId : undefined}
            onClick={() => void send()}
          >
            {busy ? say.sending : say.sendNow}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <DryRunSection campaign={campaign} />
        <Checks
          state={state}
          fixOf={(fix) => <FixButton fix={fix} campaign={campaign} designed={designed} onGo={onGo} />}
        />
      </div>
    </Dialog>
  );
}
