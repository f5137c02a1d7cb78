import {
  CalendarClock,
  CalendarX,
  FileUp,
  type LucideIcon,
  Mails,
  PenLine,
  Send,
  SendHorizontal,
  UserMinus,
  UserPlus,
} from "lucide-react";
import { Link } from "react-router";
import type { Activity, ActivityKind } from "@/api/overview";
import { Card } from "@/ui/surface";
import { Time } from "@/ui/time";

const kinds: Record<ActivityKind, { icon: LucideIcon; words: string }> = {
  newsletter_created: { icon: Mails, words: "Newsletter created" },
  campaign_created: { icon: PenLine, words: "Draft created" },
  campaign_scheduled: { icon: CalendarClock, words: "Scheduled" },
  campaign_unscheduled: { icon: CalendarX, words: "Unscheduled" },
  campaign_sending: { icon: SendHorizontal, words: "Sending" },
  campaign_sent: { icon: Send, words: "Sent" },
  import_finished: { icon: FileUp, words: "Import finished" },
  subscriber_added: { icon: UserPlus, words: "New subscriber" },
  subscriber_unsubscribed: { icon: UserMinus, words: "Unsubscribed" },
};

function Row({ activity }: { activity: Activity }) {
  // A newer server may know kinds that this build does not.
  const kind = kinds[activity.kind] ?? { icon: PenLine, words: "" };
  const Icon = kind.icon;
  const about = [kind.words, activity.detail].filter(Boolean).join(" · ");
  return (
    <li className="flex items-start gap-4 border-line border-t px-5 py-3 first:border-t-0">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <p className="min-w-0 truncate font-medium">
          {activity.href ? (
            <Link to={activity.href} className="hover:underline hover:underline-offset-3">
              {activity.title}
            </Link>
          ) : (
            activity.title
          )}
        </p>
        {about ? <p className="min-w-0 truncate text-13 text-muted">{about}</p> : null}
      </div>
      <Time at={activity.at} className="mt-0.5 shrink-0 text-12 text-muted" />
    </li>
  );
}

export function RecentActivity({ activities }: { activities: Activity[] }) {
  if (activities.length === 0) {
    return <Card className="p-5 text-muted">What happens to your newsletters will be listed here.</Card>;
  }
  return (
    <Card>
      <ol>
        {activities.map((activity, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: activities have no id and the list is always shown whole
          <Row key={`${activity.at}-${index}`} activity={activity} />
        ))}
      </ol>
    </Card>
  );
}
