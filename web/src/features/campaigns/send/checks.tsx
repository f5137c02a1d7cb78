import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { type Campaign, type Check, type CheckLevel, useChecks } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { cn } from "@/lib/cn";
import { Button } from "@/ui/button";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import { say } from "./words";

const levels: Record<CheckLevel, { word: string; icon: typeof CircleAlert; className: string }> = {
  error: { word: say.problem, icon: CircleAlert, className: "text-red" },
  warning: { word: say.warning, icon: TriangleAlert, className: "text-yellow" },
  ok: { word: say.fine, icon: CircleCheck, className: "text-green" },
};

const order: CheckLevel[] = ["error", "warning", "ok"];

/** What needs hands first. */
export const sorted = (checks: Check[]) => checks.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));

/** How the checks stand: the quick ones first, those that ask the links when they are in. */
export function useSendChecks(campaign: Campaign) {
  const quick = useChecks(campaign, false);
  const whole = useChecks(campaign, true);
  // While the links are asked anew, their last answer would tell what has been put right since.
  const answer = whole.isValidating ? (quick.data ?? whole.data) : (whole.data ?? quick.data);
  const checks = answer && sorted(answer.checks);
  return {
    checks,
    error: answer ? undefined : quick.error,
    askingLinks: whole.isValidating,
    linksError: whole.isValidating ? undefined : whole.error,
    retry: (): Promise<unknown> => Promise.all([quick.mutate(), whole.mutate()]),
    problems: checks?.filter(({ level }) => level === "error") ?? [],
  };
}

export type SendChecks = ReturnType<typeof useSendChecks>;

function CheckRow({ check, fix }: { check: Check; fix: ReactNode }) {
  const { word, icon: Icon, className } = levels[check.level];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5 max-sm:[&>:last-child:not(div)]:ml-7">
      <Icon aria-hidden="true" className={cn("mt-px size-4 shrink-0", className)} />
      <div className="min-w-0 flex-1 basis-52 text-13">
        <p className="break-words">
          <span className={cn("font-medium", className)}>{word}</span>
          <span aria-hidden="true" className="text-muted">
            {" "}
            ·{" "}
          </span>
          <span className="sr-only">: </span>
          {check.title}
        </p>
        {check.details.length > 0 ? (
          <ul className="mt-1 grid gap-0.5 text-muted">
            {check.details.map((detail) => (
              <li key={detail} className="break-words">
                {detail}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {fix}
    </li>
  );
}

/** What is fine takes one line until it is asked for. */
function Passed({ checks }: { checks: Check[] }) {
  if (checks.length === 0) return null;
  return (
    <details className="group py-2.5 text-13">
      <summary className="flex items-center gap-3">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-green" />
        <span>
          <span className="font-medium text-green">{say.fine}</span>
          <span aria-hidden="true" className="text-muted">
            {" "}
            ·{" "}
          </span>
          {say.checksPassed(checks.length)}
        </span>
        <span className="ml-auto text-12 text-muted underline group-open:hidden">{say.show}</span>
      </summary>
      <ul className="mt-1 ml-7 divide-y divide-line">
        {checks.map((check) => (
          <CheckRow key={check.id} check={check} fix={null} />
        ))}
      </ul>
    </details>
  );
}

interface Props {
  state: SendChecks;
  /** The way to the place where a finding is put right. */
  fixOf: (fix: NonNullable<Check["fix"]>) => ReactNode;
}

function Findings({ state, fixOf }: Props) {
  const { checks, error, askingLinks, linksError, retry } = state;
  const again = (
    <Button size="small" onClick={() => void retry()}>
      {say.tryAgain}
    </Button>
  );
  if (error) {
    return (
      <Banner tone="yellow" action={again}>
        {say.checksFailed(messageOf(error))}
      </Banner>
    );
  }
  if (!checks) {
    return (
      <Loading text={say.checkingTheCampaign}>
        <Skeleton className="h-32" />
      </Loading>
    );
  }
  const open = checks.filter(({ level }) => level !== "ok");
  return (
    <>
      <div className="divide-y divide-line rounded-card border border-line px-4">
        {open.length > 0 ? (
          <ul className="divide-y divide-line">
            {open.map((check) => (
              <CheckRow key={check.id} check={check} fix={check.fix ? fixOf(check.fix) : null} />
            ))}
          </ul>
        ) : null}
        <Passed checks={checks.filter(({ level }) => level === "ok")} />
      </div>
      <p role="status" className="mt-2 min-h-4 text-12 text-muted">
        {askingLinks ? say.askingEveryLinkWhetherIt : ""}
        {linksError ? say.theLinksCouldNotBe(messageOf(linksError)) : ""}
      </p>
    </>
  );
}

/** Everything that was looked at before sending, what needs hands first. */
export function Checks(props: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-medium text-13">
        {say.checks}
      </h3>
      <Findings {...props} />
    </section>
  );
}
