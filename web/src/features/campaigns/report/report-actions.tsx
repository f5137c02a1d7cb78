import { Copy, Ellipsis, FileDown, MailQuestion, Printer, SendHorizontal } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { type Campaign, resendCampaign, type SegmentKind } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import type { Report } from "@/api/reports";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { affected, useCampaignActions } from "../actions";
import { knowsWhoOpened } from "../known";
import { useOnce } from "../once";
import { useDeliveryLog } from "./log-section";
import { say } from "./words";

/** Makes the new draft and goes to it; a second try after a lost answer makes no second one. */
function useResend(campaign: Campaign) {
  const once = useOnce();
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  return async (to: SegmentKind) => {
    try {
      const draft = await once(to, (key) => resendCampaign(campaign, to, key));
      await mutate(affected);
      notify(say.draftCreated, say.checkItThenSendIt);
      await navigate(`/campaigns#campaign-${draft.id}`);
    } catch (error) {
      warn(messageOf(error, say.failedToCreateCampaign));
    }
  };
}

/** Whom another email could still reach. */
export function resendable(report: Report): SegmentKind[] {
  const { status, ledger, opens } = report;
  const over = status === "sent" || status === "cancelled";
  return [
    ...(status === "sent" && knowsWhoOpened(report) && ledger.sent > opens ? (["not_opened"] as const) : []),
    ...(over && ledger.intended > ledger.sent ? (["not_sent"] as const) : []),
  ];
}

const resends = {
  not_opened: { icon: MailQuestion, label: say.resendToNonOpeners },
  not_sent: { icon: SendHorizontal, label: say.sendToTheRest },
} as const;

/** What can be done with a report: what one most likely came for as a button, the rest in a menu. */
export function ReportActions({ campaign, report }: { campaign: Campaign; report: Report }) {
  const resend = useResend(campaign);
  const save = useDeliveryLog(campaign);
  const act = useCampaignActions();
  const [busy, setBusy] = useState(false);
  const during = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const [main, ...others] = resendable(report);
  const MainIcon = main && resends[main].icon;
  return (
    <>
      {main && MainIcon ? (
        <Button disabled={busy} onClick={() => void during(() => resend(main))()}>
          <MainIcon />
          {resends[main].label}
        </Button>
      ) : null}
      <div className="max-sm:ml-auto">
        <Menu
          trigger={(props) => (
            <Button {...props} size="icon" aria-label={say.moreActions}>
              <Ellipsis aria-hidden="true" />
            </Button>
          )}
          className="min-w-52"
        >
          {others.map((to) => {
            const { icon: Icon, label } = resends[to];
            return (
              <MenuItem key={to} disabled={busy} onClick={() => void during(() => resend(to))()}>
                <Icon aria-hidden="true" />
                {label}
              </MenuItem>
            );
          })}
          <MenuItem disabled={busy} onClick={() => void during(() => act.duplicate(campaign))()}>
            <Copy aria-hidden="true" />
            {say.duplicate}
          </MenuItem>
          <MenuItem disabled={busy} onClick={() => void during(save)()}>
            <FileDown aria-hidden="true" />
            {say.downloadDeliveryLog}
          </MenuItem>
          <MenuItem onClick={() => print()}>
            <Printer aria-hidden="true" />
            {say.print}
          </MenuItem>
        </Menu>
      </div>
    </>
  );
}
