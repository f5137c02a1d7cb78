import { useSubscriberStats } from "@/api/subscribers";
import { formatNumber } from "@/lib/format";
import { Card, Skeleton } from "@/ui/surface";
import { say } from "./words";

const figures = [
  ["total", say.total],
  ["active", say.active],
  ["unsubscribed", say.unsubscribed],
  ["this_week", say.thisWeek],
] as const;

/** Of one newsletter, or of all where none is chosen. */
export function QuickStats({ newsletter }: { newsletter: string }) {
  const { data, error } = useSubscriberStats(newsletter);
  return (
    <Card className="p-5">
      <h2 className="text-13 text-muted">{say.quickStats}</h2>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {figures.map(([key, label]) => (
          <div key={key} className="flex flex-col-reverse">
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="figures text-2xl leading-8 font-medium tracking-[-0.01em]">
              {data ? formatNumber(data[key]) : error ? "-" : <Skeleton className="my-1 h-6 w-16" />}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
