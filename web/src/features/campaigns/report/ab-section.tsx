import type { AbTestReport } from "@/api/reports";
import { formatClock, formatNumber, formatRate, withLocalTimes } from "@/lib/format";
import { Badge, type Tone } from "@/ui/badge";
import { Card, Section } from "@/ui/surface";
import { NumbersTable } from "./numbers-table";

const states: Record<AbTestReport["state"], { tone: Tone; label: string }> = {
  waiting: { tone: "blue", label: "Testing" },
  decided: { tone: "green", label: "Decided" },
  undecided: { tone: "yellow", label: "No winner" },
};

/** When it was, or will be, decided, by how much, and what everyone else got. */
function facts(test: AbTestReport): string[] {
  const when =
    test.state === "waiting"
      ? test.decides_at && `Decides ${formatClock(test.decides_at)}.`
      : test.decided_at && `Decided ${formatClock(test.decided_at)}.`;
  return [
    when,
    test.p_value === null ? null : `p = ${test.p_value.toFixed(3)}.`,
    test.sent_to_rest ? `Everyone else got ${test.sent_to_rest}.` : null,
  ].filter((fact): fact is string => Boolean(fact));
}

/** What was tried on a sample, how it went, and whether the difference means anything. */
export function AbSection({ test }: { test: AbTestReport | null }) {
  if (!test) return null;
  const state = states[test.state];
  return (
    <Section
      id="ab-test"
      className="mt-8"
      title="A/B test"
      description={`By ${test.metric}. ${facts(test).join(" ")}`}
      actions={<Badge tone={state.tone}>{state.label}</Badge>}
    >
      <Card className="overflow-hidden">
        <p className="px-5 py-4 text-13">{withLocalTimes(test.explanation)}</p>
        <NumbersTable
          label="Variants of the A/B test"
          head="Variant"
          columns={["Sent", "Opens", "Clicks", test.metric === "opens" ? "Open rate" : "Click rate"]}
          rows={test.variants.map((variant) => ({
            key: variant.name,
            head: (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium">{variant.name}</span>
                <span className="min-w-0 break-words text-muted">{variant.subject}</span>
                {variant.name === test.winner ? <Badge tone="green">Winner</Badge> : null}
              </span>
            ),
            values: [
              formatNumber(variant.sent),
              formatNumber(variant.opens),
              formatNumber(variant.clicks),
              formatRate(variant.rate),
            ],
          }))}
        />
      </Card>
    </Section>
  );
}
