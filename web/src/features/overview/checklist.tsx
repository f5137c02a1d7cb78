import { ArrowRight, CircleCheck, CircleDashed, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OverviewSetup } from "@/api/overview";
import { Button } from "@/ui/button";
import { Card } from "@/ui/surface";
import { say } from "./words";

type Key = "newsletter" | "sender_domain" | "subscribers" | "campaign" | "sent";

interface Step {
  key: Key;
  title: string;
  text: string;
  to: string;
  act: string;
}

const steps: Step[] = [
  {
    key: "newsletter",
    title: say.createANewsletter,
    text: say.itsNameAndWhoIt,
    to: "/newsletters#create-newsletter",
    act: say.createNewsletter,
  },
  {
    key: "sender_domain",
    title: say.verifyYourSendingDomain,
    text: say.inboxesTrustEmailFromA,
    to: "/domains",
    act: say.openDomains,
  },
  {
    key: "subscribers",
    title: say.addSubscribers,
    text: say.importAFileOrAdd,
    to: "/subscribers#add-subscribers",
    act: say.addSubscribers,
  },
  {
    key: "campaign",
    title: say.writeYourFirstCampaign,
    text: say.itStaysADraftUntil,
    to: "/campaigns#create-campaign",
    act: say.writeCampaign,
  },
  {
    key: "sent",
    title: say.sendIt,
    text: say.sendYourselfATestFirst,
    to: "/campaigns",
    act: say.openCampaigns,
  },
];

export const stepsLeft = (setup: OverviewSetup) => steps.filter(({ key }) => !setup[key]).length;

function Row({ step, done, next }: { step: Step; done: boolean; next: boolean }) {
  const Mark = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-center gap-3 border-line border-t px-5 py-3">
      <Mark
        aria-hidden="true"
        className={done ? "size-5 shrink-0 text-green" : "size-5 shrink-0 text-muted"}
        strokeWidth={1.75}
      />
      <div className="min-w-0 flex-1">
        <p className={done ? "text-muted line-through" : "font-medium"}>
          {step.title}
          <span className="sr-only">{done ? say.done : say.toDo}</span>
        </p>
        {done ? null : <p className="text-13 text-muted">{step.text}</p>}
      </div>
      {done ? null : (
        <Button asChild size="small" look={next ? "accent" : "plain"} className="shrink-0">
          <Link to={step.to} aria-label={step.act}>
            <span className="max-sm:sr-only">{step.act}</span>
            <ArrowRight aria-hidden="true" className="sm:hidden" />
          </Link>
        </Button>
      )}
    </li>
  );
}

/** The way to the first issue; each step is ticked by what is there. */
export function Checklist({ setup, onHide, foot }: { setup: OverviewSetup; onHide: () => void; foot: ReactNode }) {
  const next = steps.find(({ key }) => !setup[key]);
  const done = steps.length - stepsLeft(setup);
  return (
    <Card className="mt-6">
      <section aria-labelledby="checklist-title">
        <div className="flex items-center gap-3 px-5 py-3">
          <h2 id="checklist-title" className="flex-1 text-base font-semibold">
            {say.getStarted}
          </h2>
          <span className="figures text-13 text-muted">{say.stepsDone(done, steps.length)}</span>
          <Button look="quiet" size="small-icon" aria-label={say.hideTheChecklist} onClick={onHide}>
            <X />
          </Button>
        </div>
        <ol>
          {steps.map((step) => (
            <Row key={step.key} step={step} done={setup[step.key]} next={step === next} />
          ))}
        </ol>
        <div className="border-line border-t px-5 py-3">{foot}</div>
      </section>
    </Card>
  );
}
