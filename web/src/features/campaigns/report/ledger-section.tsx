import { Check, TriangleAlert } from "lucide-react";
import type { LedgerState, Report } from "@/api/reports";
import { cn } from "@/lib/cn";
import { formatNumber, formatRate, rateOf } from "@/lib/format";
import { Bar } from "@/ui/progress";
import { Card, Section } from "@/ui/surface";
import { labelOf, partsOf, states, sumOf } from "../ledger";

interface Props {
  report: Report;
  /** Shows the readers of one state in the list below. */
  onShow: (state: LedgerState) => void;
}

function Sum({ report }: { report: Report }) {
  const sum = sumOf(report.ledger);
  const right = sum === report.ledger.intended;
  const Icon = right ? Check : TriangleAlert;
  return (
    <p className={cn("figures flex items-center gap-1.5 text-13", right ? "text-green" : "text-red")}>
      <Icon aria-hidden="true" className="size-4" />
      {right ? "Every reader is accounted for" : `The states add up to ${formatNumber(sum)}; please report this`}
    </p>
  );
}

function Legend({ report, onShow }: Props) {
  return (
    <ul className="mt-5 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
      {states.map(({ state, label, meaning, className }) => {
        const value = report.ledger[state];
        return (
          <li key={state} className="border-line border-t">
            <button
              type="button"
              disabled={value === 0}
              onClick={() => onShow(state)}
              className="flex w-full items-start gap-3 py-3 text-left transition-colors duration-150 enabled:hover:bg-raised/60"
            >
              <span aria-hidden="true" className={cn("mt-1.5 size-2 shrink-0 rounded-full", className)} />
              <span className="min-w-0 flex-1">
                <span className={cn("block font-medium text-13", value === 0 && "text-muted")}>{label}</span>
                <span className="block text-12 text-muted">{meaning}</span>
              </span>
              <span className="figures text-right">
                <span className={cn("block font-medium", value === 0 && "text-muted")}>{formatNumber(value)}</span>
                <span className="block text-12 text-muted">{formatRate(rateOf(value, report.ledger.intended))}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Reasons({ report }: { report: Report }) {
  if (report.reasons.length === 0) return null;
  return (
    <div className="mt-6 border-line border-t pt-5">
      <h3 className="text-13 font-medium">Reasons</h3>
      <table className="mt-2 w-full text-13">
        <thead className="sr-only">
          <tr>
            <th>State</th>
            <th>Reason</th>
            <th>Readers</th>
          </tr>
        </thead>
        <tbody>
          {report.reasons.map(({ state, reason, count }) => (
            <tr key={`${state}-${reason}`} className="align-top">
              <td className="w-28 py-1 text-muted">{labelOf(state)}</td>
              <td className="break-words py-1 pr-4">{reason ?? "No reason was given"}</td>
              <td className="figures py-1 text-right">{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What came back after mails were accepted: told beside the ledger, which goes on saying what was sent. */
function CameBack({ report }: { report: Report }) {
  const all: [string, number, string][] = [
    ["Bounced", report.bounced, "the mailbox does not exist; not mailed again"],
    ["Mailbox full", report.soft_bounced, "counted over several campaigns"],
    ["Complained", report.complained, "called it spam; not mailed again"],
  ];
  const some = all.filter(([, count]) => count > 0);
  if (some.length === 0) return null;
  return (
    <div className="mt-6 border-line border-t pt-5">
      <h3 className="font-medium text-13">What came back</h3>
      <dl className="mt-2 grid gap-1 text-13">
        {some.map(([label, count, meaning]) => (
          <div key={label} className="flex flex-wrap gap-x-3">
            <dt className="w-28 text-muted">{label}</dt>
            <dd className="figures font-medium">{formatNumber(count)}</dd>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Where every intended reader ended up; the parts always add up. */
export function LedgerSection({ report, onShow }: Props) {
  const { ledger } = report;
  return (
    <Section id="ledger" title="Ledger" description="Every reader this campaign was meant for is in exactly one state.">
      <Card className="p-5">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <p className="flex items-baseline gap-2">
            <span className="figures text-[32px] leading-9 font-medium tracking-[-0.02em]">
              {formatNumber(ledger.intended)}
            </span>
            <span className="text-muted">intended</span>
          </p>
          <Sum report={report} />
        </div>
        <Bar
          className="mt-4 h-3"
          parts={partsOf(ledger)}
          total={ledger.intended}
          label={states.map(({ state, label }) => `${label} ${ledger[state]}`).join(", ")}
        />
        <Legend report={report} onShow={onShow} />
        <Reasons report={report} />
        <CameBack report={report} />
      </Card>
    </Section>
  );
}
