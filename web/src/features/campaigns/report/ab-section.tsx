import type { AbTestReport } from "@/api/reports";
import { formatNumber, formatRate, withLocalTimes } from "@/lib/format";
import { Badge, type Tone } from "@/ui/badge";
import { Card, Section } from "@/ui/surface";
import { NumbersTable } from "./numbers-table";
import { say } from "./words";

const states: Record<AbTestReport["state"], { tone: Tone; label: string }> = {
  waiting: { tone: "blue", label: say.testing },
  decided: { tone: "green", label: say.decided },
  undecided: { tone: "yellow", label: say.noWinner },
};

/** When it was, or will be, decided, by how much, and what everyone else got. */
function facts(test: AbTestReport): string[] {
  const when =
    test.state === "waiting"
      ? test.decides_at && say.decidesAt(test.decides_at)
      : test.decided_at && say.decidedAt(test.decided_at);
  return [
    when,
    test.p_value === null ? null : `p = ${test.p_value.toFixed(3)}.`,
    test.sent_to_rest ? say.everyoneElseGotRest(test.sent_to_rest) : null,
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
      title={say.aBTest}
      description={say.byMetricJoin(test.metric, facts(test).join(" "))}
      actions={<Badge tone={state.tone}>{state.label}</Badge>}
    >
      <Card className="overflow-hidden">
        <p className="px-5 py-4 text-13">{withLocalTimes(test.explanation)}</p>
        <NumbersTable
          label={say.variantsOfTheAB}
          head={say.variant}
          columns={[say.sent, say.opens, say.clicks, test.metric === "opens" ? say.openRate : say.clickRate]}
          rows={test.variants.map((variant) => ({
            key: variant.name,
            head: (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium">{variant.name}</span>
                <span className="min-w-0 break-words text-muted">{variant.subject}</span>
                {variant.name === test.winner ? <Badge tone="green">{say.winner}</Badge> : null}
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
