import { useState } from "react";
import { Link } from "react-router";
import type { CampaignRef } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { type Delivery, type Report, resolveDelivery } from "@/api/reports";
import { fullName } from "@/lib/format";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/surface";
import { Time } from "@/ui/time";
import { isOpen, labelOf, nameOf } from "../ledger";
import { subscribersTo } from "./tabs";
import { say } from "./words";

const answers = [
  { as: "sent", label: say.theyGotIt, done: say.markedAsSent },
  { as: "resend", label: say.sendAgain, done: say.sendingAgain },
  { as: "cancelled", label: say.leaveOut, done: say.leftOut },
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
      warn(messageOf(error, say.failedToResolveThisDelivery));
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
  if (!report.uncertain.some(isOpen)) return say.allAreSettledOnlyThese;
  if (report.in_doubt_policy === "hold") return say.theyWaitUntilYouDecide;
  return say.eachIsSentOnceMore;
}

const FIRST = 3;

/** Those to decide on first; a hundred of them would push all else away. */
function useFirst(uncertain: Delivery[]) {
  const [all, setAll] = useState(false);
  const sorted = [...uncertain].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  const hidden = all ? 0 : Math.max(0, sorted.length - FIRST);
  return { rows: hidden > 0 ? sorted.slice(0, FIRST) : sorted, hidden, showAll: () => setAll(true) };
}

interface Props {
  report: Report;
  campaign: CampaignRef;
  onResolved: () => void;
}

/** Subscribers whose email was or is in doubt, by name, so that a person can decide. */
export function UncertainSection({ report, campaign, onResolved }: Props) {
  const { rows, hidden, showAll } = useFirst(report.uncertain);
  if (report.uncertain.length === 0) return null;
  const more = report.ledger.in_doubt - report.uncertain.filter(isOpen).length;
  return (
    <Section
      id="in-doubt"
      title={say.inDoubt}
      className="mt-8"
      description={say.theConnectionBrokeBeforeThe(policyText(report))}
    >
      <Card>
        <ul>
          {rows.map((delivery) => (
            <Row key={delivery.subscriber_id} delivery={delivery} campaign={campaign} onResolved={onResolved} />
          ))}
        </ul>
      </Card>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 text-12 text-muted">
        {hidden > 0 ? (
          <Button size="small" look="quiet" className="-ml-3" onClick={showAll}>
            {say.showHiddenMore(hidden)}
          </Button>
        ) : null}
        {more > 0 && hidden === 0 ? (
          <Link to={subscribersTo("in_doubt")} className="link">
            {say.moreMoreInDoubt(more)}
          </Link>
        ) : null}
      </div>
    </Section>
  );
}

/** Whether somebody has to decide. */
export const needsDecision = (report: Report) => report.uncertain.some(isOpen);
