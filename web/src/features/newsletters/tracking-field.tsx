import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Tracking } from "@/api/campaigns";
import type { NewsletterForm } from "./schema";
import { say } from "./words";

const choices: { value: Tracking; label: string; meaning: string }[] = [
  { value: "full", label: say.full, meaning: say.opensAndClicksPerSubscriber },
  { value: "anonymous", label: say.anonymous, meaning: say.countsOpensAndClicksWithout },
  { value: "none", label: say.none, meaning: say.countsNeitherOpensNorClicks },
];

/** What is counted of what subscribers do. */
export function TrackingField({ form }: { form: UseFormReturn<NewsletterForm> }) {
  const id = useId();
  const error = form.formState.errors.tracking?.message;
  return (
    <fieldset aria-describedby={`${id}-note`}>
      <legend className="mb-1.5 font-medium text-13">{say.tracking}</legend>
      <div className="divide-y divide-line rounded-card border border-line">
        {choices.map(({ value, label, meaning }) => (
          <div key={value} className="flex items-start gap-3 px-4 py-2.5">
            <input
              id={`${id}-${value}`}
              type="radio"
              value={value}
              aria-describedby={`${id}-${value}-meaning`}
              className="mt-0.5 size-4 accent-accent"
              {...form.register("tracking")}
            />
            <div className="text-13">
              <label htmlFor={`${id}-${value}`} className="font-medium">
                {label}
              </label>
              <p id={`${id}-${value}-meaning`} className="mt-0.5 text-12 text-muted">
                {meaning}
              </p>
            </div>
          </div>
        ))}
      </div>
      <p id={`${id}-note`} className={error ? "mt-1.5 text-12 text-red" : "mt-1.5 text-12 text-muted"}>
        {error ?? say.appliesToCampaignsYouSend}
      </p>
    </fieldset>
  );
}
