import { CalendarClock, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import type { Campaign, Check, Tracking } from "@/api/campaigns";
import { useNewsletters } from "@/api/newsletters";
import { cn } from "@/lib/cn";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/surface";
import { InDoubtField } from "../campaign-fields";
import { AbFields } from "../edit/ab-fields";
import { Attachments } from "../edit/attachments";
import { AudienceFields } from "../edit/audience";
import { ScheduleLines } from "../schedule/schedule-lines";
import { scheduledFor } from "../schedule/times";
import type { CampaignForm } from "../schema";
import { say } from "./words";
import { WritingChecks } from "./writing-checks";

const counts: Record<Tracking, string> = {
  full: say.opensAndClicksBySubscriber,
  anonymous: say.opensAndClicksWithoutIdentifying,
  none: say.neitherOpensNorClicks,
};

interface PartProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Part({ title, action, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t pt-5">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 id={id} className="font-medium text-13">
          {title}
        </h3>
        {action}
      </div>
      <div className="mt-1 text-13 text-muted">{children}</div>
    </section>
  );
}

function Sender({ newsletterId }: { newsletterId: number }) {
  const { data } = useNewsletters();
  const newsletter = data?.find(({ id }) => id === newsletterId);
  return (
    <Part
      title={say.sender}
      action={
        <Link to={`/newsletters?edit=${newsletterId}`} className="link text-13">
          {say.change}
          <span className="sr-only"> {say.theSender}</span>
        </Link>
      }
    >
      {newsletter ? (
        <p className="break-words">
          <span className="block text-text">{newsletter.from_name || newsletter.name}</span>
          {newsletter.sending_address}
        </p>
      ) : (
        <Skeleton className="h-10" />
      )}
    </Part>
  );
}

function Schedule({ campaign, onSchedule }: { campaign: Campaign; onSchedule: () => void }) {
  const planned = campaign.status === "scheduled" ? scheduledFor(campaign) : null;
  return (
    <Part
      title={say.schedule}
      action={
        <Button size="small" onClick={onSchedule}>
          <CalendarClock />
          {campaign.status === "scheduled" ? say.changeSchedule : say.schedule}
        </Button>
      }
    >
      {campaign.status === "scheduled" ? (
        <>
          {planned ? <p className="text-text">{planned.date}</p> : null}
          <ScheduleLines campaign={campaign} />
        </>
      ) : (
        <p>{say.notScheduled}</p>
      )}
    </Part>
  );
}

interface Props {
  form: UseFormReturn<CampaignForm>;
  campaign: Campaign;
  onSchedule: () => void;
  /** After a file came or went. */
  onFiles: () => Promise<void>;
  fixOf: (fix: NonNullable<Check["fix"]>) => ReactNode;
}

/** Everything about a campaign that is not its text. On a narrow screen it is folded away until it is asked for. */
export function SidePanel({ form, campaign, onSchedule, onFiles, fixOf }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { errors } = form.formState;
  const shown = open || errors.ab !== undefined || errors.segment !== undefined;
  return (
    <aside aria-label={say.details} className="min-w-0">
      <Button className="w-full lg:hidden" aria-expanded={shown} aria-controls={id} onClick={() => setOpen(!shown)}>
        <SlidersHorizontal />
        {shown ? say.hideDetails : say.showDetails}
      </Button>
      <div id={id} className={cn("grid grid-cols-1 gap-5 max-lg:mt-5", shown ? "" : "max-lg:hidden")}>
        <h2 className="sr-only">{say.details}</h2>
        <AudienceFields form={form} campaign={campaign} />
        <Sender newsletterId={campaign.newsletter_id} />
        <Schedule campaign={campaign} onSchedule={onSchedule} />
        <AbFields form={form} tracking={campaign.tracking} />
        <Attachments campaign={campaign} onChanged={onFiles} />
        <Part title={say.tracking}>
          <p>
            {counts[campaign.tracking]}{" "}
            <Link to={`/newsletters?edit=${campaign.newsletter_id}`} className="link">
              {say.setInTheNewsletter}
            </Link>
          </p>
        </Part>
        <div className="border-line border-t pt-5">
          <InDoubtField form={form} />
        </div>
        <div className="border-line border-t pt-5">
          <WritingChecks campaign={campaign} fixOf={fixOf} />
        </div>
      </div>
    </aside>
  );
}
