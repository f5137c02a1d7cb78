import {
  CalendarClock,
  CalendarX,
  ChevronDown,
  FileUp,
  type LucideIcon,
  Mails,
  PenLine,
  Send,
  SendHorizontal,
  UserMinus,
  UserPlus,
} from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { Activity, ActivityKind } from "@/api/overview";
import { readSubject } from "@/email/as-read";
import { cn } from "@/lib/cn";
import { formatNumber } from "@/lib/format";
import { Button } from "@/ui/button";
import { Card } from "@/ui/surface";
import { Time } from "@/ui/time";
import { type Group, groupActivities } from "./group-activities";
import { say } from "./words";

interface Words {
  icon: LucideIcon;
  words: string;
  /** Several of one day. */
  many?: string;
}

const kinds: Record<ActivityKind, Words> = {
  newsletter_created: { icon: Mails, words: say.newsletterCreated },
  campaign_created: { icon: PenLine, words: say.draftCreated },
  campaign_scheduled: { icon: CalendarClock, words: say.scheduled },
  campaign_unscheduled: { icon: CalendarX, words: say.unscheduled },
  campaign_sending: { icon: SendHorizontal, words: say.sending },
  campaign_sent: { icon: Send, words: say.sent },
  import_finished: { icon: FileUp, words: say.importFinished },
  subscriber_added: { icon: UserPlus, words: say.newSubscriber, many: say.manyNewSubscribers },
  subscriber_unsubscribed: { icon: UserMinus, words: say.unsubscribed, many: say.manyUnsubscribed },
};

// A newer server may know kinds that this build does not.
const wordsOf = (kind: ActivityKind): Words => kinds[kind] ?? { icon: PenLine, words: "" };

/** How a group is told in one line. */
function lineOf({ kind, activities, cut }: Group): { title: string; about: string } {
  const { words, many } = wordsOf(kind);
  const [newest, ...older] = activities;
  const detail = activities.find((activity) => activity.detail !== null)?.detail;
  const title = readSubject({ subject: newest.title });
  if (!many || older.length === 0) return { title, about: [words, detail].filter(Boolean).join(" · ") };
  const count = `${formatNumber(activities.length)}${cut ? "+" : ""}`;
  const who = say.titleAndLengthMore(title, cut ? "others" : say.older(older.length));
  return { title: `${count} ${many}`, about: [detail, who].filter(Boolean).join(" · ") };
}

/** What was told together, one by one. */
function Parts({ id, group }: { id: string; group: Group }) {
  const { many } = wordsOf(group.kind);
  return (
    <ul id={id} className="mt-2 grid gap-1.5 text-13">
      {group.activities.map((activity, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: activities have no id and never move within their group
        <li key={`${activity.at}-${index}`} className="flex gap-4">
          <span className="min-w-0 flex-1 truncate text-muted">
            {many ? activity.title : wordsOf(activity.kind).words}
          </span>
          <Time at={activity.at} className="shrink-0 text-12 text-muted" />
        </li>
      ))}
    </ul>
  );
}

function Row({ group }: { group: Group }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { icon: Icon } = wordsOf(group.kind);
  const [{ href, at }] = group.activities;
  const { title, about } = lineOf(group);
  const isGroup = group.activities.length > 1;
  return (
    <li className="border-line border-t px-5 py-3 first:border-t-0">
      <div className="flex items-start gap-4">
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" strokeWidth={1.75} />
        <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
          <p className="min-w-0 truncate font-medium">
            {href ? (
              <Link to={href} className="hover:underline hover:underline-offset-3">
                {title}
              </Link>
            ) : (
              title
            )}
          </p>
          {about ? <p className="min-w-0 truncate text-13 text-muted">{about}</p> : null}
        </div>
        {isGroup ? (
          <Button
            look="quiet"
            size="small-icon"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={say.showEverythingAboutTitle(title)}
            className="-my-1.5"
            onClick={() => setOpen(!open)}
          >
            <ChevronDown
              aria-hidden="true"
              className={cn("transition-transform duration-150 motion-reduce:transition-none", open && "rotate-180")}
            />
          </Button>
        ) : null}
        <Time at={at} className="mt-0.5 shrink-0 text-12 text-muted" />
      </div>
      {open ? (
        <div className="pl-8">
          <Parts id={id} group={group} />
        </div>
      ) : null}
    </li>
  );
}

export function RecentActivity({ activities }: { activities: Activity[] }) {
  if (activities.length === 0) {
    return <Card className="p-5 text-muted">{say.whatHappensToYourNewsletters}</Card>;
  }
  return (
    <Card>
      <ol>
        {groupActivities(activities).map((group) => {
          // The oldest of a group stays in it when newer ones come.
          const first = group.activities.at(-1) as Activity;
          return <Row key={`${group.kind} ${first.at} ${first.title}`} group={group} />;
        })}
      </ol>
    </Card>
  );
}
