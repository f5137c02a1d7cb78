import { ArrowRight, CircleCheck, CircleDashed, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OverviewSetup } from "@/api/overview";
import { Button } from "@/ui/button";
import { Card } from "@/ui/surface";

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
    title: "Create a newsletter",
    text: "Its name, and who it comes from.",
    to: "/newsletters#create-newsletter",
    act: "Create newsletter",
  },
  {
    key: "sender_domain",
    title: "Verify your sending domain",
    text: "Inboxes trust email from a verified domain. Choose it in your newsletter.",
    to: "/domains",
    act: "Open domains",
  },
  {
    key: "subscribers",
    title: "Add subscribers",
    text: "Import a file, or add the first ones by hand.",
    to: "/subscribers#add-subscribers",
    act: "Add subscribers",
  },
  {
    key: "campaign",
    title: "Write your first campaign",
    text: "It stays a draft until you send it.",
    to: "/campaigns#create-campaign",
    act: "Write campaign",
  },
  {
    key: "sent",
    title: "Send it",
    text: "Send yourself a test first, then send it to everyone.",
    to: "/campaigns",
    act: "Open campaigns",
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
          <span className="sr-only">{done ? ", done" : ", to do"}</span>
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
            Get started
          </h2>
          <span className="figures text-13 text-muted">
            {done} of {steps.length} done
          </span>
          <Button look="quiet" size="small-icon" aria-label="Hide the checklist" onClick={onHide}>
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
