import { Check, ChevronDown, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { Report } from "@/api/reports";
import { cn } from "@/lib/cn";
import { formatNumber, formatRate, rateOf } from "@/lib/format";
import { Button } from "@/ui/button";
import { Bar } from "@/ui/progress";
import { Card, Section } from "@/ui/surface";
import { partsOf, type StateInfo, states, sumOf } from "../ledger";
import { subscribersTo } from "./tabs";
import { say } from "./words";

function Sum({ report }: { report: Report }) {
  const sum = sumOf(report.ledger);
  const right = sum === report.ledger.intended;
  const Icon = right ? Check : TriangleAlert;
  return (
    <p className={cn("flex items-center gap-1.5 text-13", right ? "text-green" : "text-red")}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {right ? say.everySubscriberIsAccountedFor : say.theStatesAddUpTo(sum)}
    </p>
  );
}

function StateLine({ info, report }: { info: StateInfo; report: Report }) {
  const value = report.ledger[info.state];
  const isZero = value === 0;
  const line = (
    <>
      <span aria-hidden="true" className={cn("mt-1.5 size-2 shrink-0 rounded-full", info.className)} />
      <span className="min-w-0 flex-1">
        <span className={cn("block text-13", isZero ? "text-muted" : "font-medium")}>{info.label}</span>
        <span className="block text-12 text-muted">{info.meaning}</span>
      </span>
      <span className="figures text-right">
        <span className={cn("block", isZero ? "text-muted" : "font-medium")}>{formatNumber(value)}</span>
        <span className="block text-12 text-muted">{formatRate(rateOf(value, report.ledger.intended))}</span>
      </span>
    </>
  );
  const place = "flex w-full items-start gap-3 py-2.5";
  return (
    <li className="border-line border-t">
      {isZero ? (
        <div className={place}>{line}</div>
      ) : (
        <Link to={subscribersTo(info.state)} className={cn(place, "transition-colors duration-150 hover:bg-raised/60")}>
          {line}
        </Link>
      )}
    </li>
  );
}

function Lines({ of, report, id }: { of: StateInfo[]; report: Report; id?: string }) {
  return (
    <ul id={id} className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
      {of.map((info) => (
        <StateLine key={info.state} info={info} report={report} />
      ))}
    </ul>
  );
}

/** Where everyone it was meant for ended up; the parts always add up, and those at zero are a click away. */
export function LedgerSection({ report }: { report: Report }) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const { ledger } = report;
  const zero = states.filter(({ state }) => ledger[state] === 0);
  return (
    <Section
      id="ledger"
      title={say.delivery}
      className="mt-8"
      description={say.subscriberEachInExactlyOne(ledger.intended)}
      actions={<Sum report={report} />}
    >
      <Card className="px-5 pt-5 pb-3">
        <Bar
          className="mb-4 h-3"
          parts={partsOf(ledger)}
          total={ledger.intended}
          label={states.map(({ state, label }) => `${label} ${ledger[state]}`).join(", ")}
        />
        <Lines of={states.filter(({ state }) => ledger[state] > 0)} report={report} />
        {unfolded ? <Lines id={id} of={zero} report={report} /> : null}
        {zero.length > 0 ? (
          <div className="border-line border-t pt-2 print:hidden">
            <Button
              size="small"
              look="quiet"
              className="-ml-3"
              aria-expanded={unfolded}
              aria-controls={unfolded ? id : undefined}
              onClick={() => setUnfolded(!unfolded)}
            >
              <ChevronDown aria-hidden="true" className={cn(unfolded && "rotate-180")} />
              {unfolded ? say.hideStatesAtZero : say.showStateAtZero(zero.length)}
            </Button>
          </div>
        ) : null}
      </Card>
    </Section>
  );
}
