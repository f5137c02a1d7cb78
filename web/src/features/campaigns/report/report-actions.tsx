import { FileCheck, MailQuestion, Printer, SendHorizontal } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { type Campaign, resendCampaign, type SegmentKind } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { downloadProof, type Report } from "@/api/reports";
import { csvName } from "@/lib/csv-write";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { affected } from "../actions";
import { useOnce } from "../once";

/** Makes the new draft and goes to it; a second try after a lost answer makes no second one. */
function useResend(campaign: Campaign) {
  const once = useOnce();
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  return async (to: SegmentKind) => {
    try {
      const draft = await once(to, (key) => resendCampaign(campaign, to, key));
      await mutate(affected);
      notify("Draft created", "Look it over, then send it.");
      await navigate(`/campaigns#campaign-${draft.id}`);
    } catch (error) {
      warn(messageOf(error, "Failed to create campaign"));
    }
  };
}

/** Whom another mail could still reach. */
export function resendable({ status, tracking, ledger, opens }: Report): SegmentKind[] {
  const over = status === "sent" || status === "cancelled";
  return [
    ...(status === "sent" && tracking === "full" && ledger.sent > opens ? (["not_opened"] as const) : []),
    ...(over && ledger.intended > ledger.sent ? (["not_sent"] as const) : []),
  ];
}

const resends = {
  not_opened: { icon: MailQuestion, label: "Resend to those who did not open" },
  not_sent: { icon: SendHorizontal, label: "Send to the rest" },
} as const;

/** What can be done with a report: another mail, the proof, paper. */
export function ReportActions({ campaign, report }: { campaign: Campaign; report: Report }) {
  const resend = useResend(campaign);
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const proof = () =>
    downloadProof(campaign, csvName(`proof-${campaign.subject}`)).catch((error: unknown) =>
      warn(messageOf(error, "Failed to download the proof")),
    );
  return (
    <div className="mt-4 flex flex-wrap gap-2 print:hidden">
      {resendable(report).map((to) => {
        const { icon: Icon, label } = resends[to];
        return (
          <Button key={to} size="small" disabled={busy} onClick={() => void during(() => resend(to))}>
            <Icon />
            {label}
          </Button>
        );
      })}
      <Button size="small" disabled={busy} onClick={() => void during(proof)}>
        <FileCheck />
        Download the proof
      </Button>
      <Button size="small" onClick={() => print()}>
        <Printer />
        Print
      </Button>
    </div>
  );
}
