import { FileUp, type LucideIcon, Mails, PenLine, Send, SendHorizontal, UserMinus, UserPlus } from "lucide-react";
import { Link } from "react-router";
import type { Activity, ActivityKind } from "@/api/types";
import { Card } from "@/ui/surface";
import { Time } from "@/ui/time";

const icons: Record<ActivityKind, LucideIcon> = {
  newsletter_created: Mails,
  campaign_created: PenLine,
  campaign_sending: SendHorizontal,
  campaign_sent: Send,
  import_finished: FileUp,
  subscriber_added: UserPlus,
  subscriber_unsubscribed: UserMinus,
};

function Row({ activity }: { activity: Activity }) {
  // A newer server may know kinds that this build does not.
  const Icon = icons[activity.kind] ?? PenLine;
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
        {activity.detail ? <p className="min-w-0 truncate text-13 text-muted">{activity.detail}</p> : null}
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
