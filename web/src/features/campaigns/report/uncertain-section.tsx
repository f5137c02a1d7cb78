import { useState } from "react";
import type { CampaignRef } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { type Delivery, type Report, resolveDelivery } from "@/api/reports";
import { formatNumber, fullName } from "@/lib/format";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/surface";
import { Time } from "@/ui/time";
import { isOpen, labelOf, nameOf } from "../ledger";

const answers = [
  { as: "sent", label: "They got it", done: "Noted as sent" },
  { as: "resend", label: "Send again", done: "Will be sent again" },
  { as: "cancelled", label: "Leave out", done: "Left out" },
] as const;

interface RowProps {
  delivery: Delivery;
  campaign: CampaignRef;
  onResolved: () => void;
}

function Row({ delivery, campaign, onResolved }: RowProps) {
  const [busy, setBusy] = useState(false);
  const resolve = async (answer: (typeof answers)[number]) => {
    setBusy(true);
    try {
      await resolveDelivery(campaign, delivery.subscriber_id, answer.as);
      notify(answer.done, nameOf(delivery));
    } catch (error) {
      warn(messageOf(error, "Failed to resolve this delivery"));
    }
    setBusy(false);
    onResolved();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t px-5 py-3 first:border-t-0">
      <div className="min-w-0 text-13">
        <p className="truncate font-medium">
          {nameOf(delivery)} <span className="font-normal text-muted">{fullName(delivery)}</span>
        </p>
        <p className="text-12 text-muted">
          {labelOf(delivery.state)}
          {delivery.reason ? `: ${delivery.reason} ` : " "}
          {delivery.updated_at ? <Time at={delivery.updated_at} /> : null}
        </p>
      </div>
      {isOpen(delivery) ? (
        <div className="flex flex-wrap gap-1">
          {answers.map((answer) => (
            <Button
              key={answer.as}
              size="small"
              disabled={busy}
              aria-label={`${answer.label}: ${nameOf(delivery)}`}
              onClick={() => void resolve(answer)}
            >
              {answer.label}
            </Button>
          ))}
        </div>
      ) : null}
    </li>
  );
}

function policyText(report: Report): string {
  if (!report.uncertain.some(isOpen))
    return "All of that is settled; these are the only readers who may have got it twice.";
  if (report.in_doubt_policy === "hold") return "This campaign holds them until you decide.";
  return "Each gets one more copy. Whoever is still in doubt after that waits for you to decide.";
}

interface Props {
  report: Report;
  campaign: CampaignRef;
  onResolved: () => void;
}

/** Readers whose copy was or is in doubt, by name, so that a person can decide. */
export function UncertainSection({ report, campaign, onResolved }: Props) {
  if (report.uncertain.length === 0) return null;
  const more = report.ledger.in_doubt - report.uncertain.filter(isOpen).length;
  return (
    <Section
      id="in-doubt"
      title="In doubt"
      description={`The connection broke after the mail was handed over and before the reply came. ${policyText(report)}`}
    >
      <Card>
        <ul>
          {report.uncertain.map((delivery) => (
            <Row key={delivery.subscriber_id} delivery={delivery} campaign={campaign} onResolved={onResolved} />
          ))}
        </ul>
      </Card>
      {more > 0 ? <p className="mt-2 text-12 text-muted">And {formatNumber(more)} more.</p> : null}
    </Section>
  );
}
