import { useAnalytics } from "@/api/analytics";
import { type Newsletter, useNewsletters } from "@/api/newsletters";
import { messageOf } from "@/api/problem";
import { useFilter, useTitle } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Select } from "@/ui/field";
import { Loading, PageHeader, Skeleton } from "@/ui/surface";
import { rangeOf, ranges } from "./ranges";
import { GrowthSection, MetricsSection, PerformanceSection } from "./sections";
import { TileSkeletons } from "./tiles";
import { say } from "./words";

interface FilterProps {
  newsletters: Newsletter[];
  newsletter: string;
  onNewsletter: (id: string) => void;
  range: string;
  onRange: (range: string) => void;
}

function Filters({ newsletters, newsletter, onNewsletter, range, onRange }: FilterProps) {
  return (
    <>
      <Select
        aria-label={say.newsletter}
        className="w-full sm:w-52"
        value={newsletter}
        onChange={(event) => onNewsletter(event.target.value)}
      >
        <option value="">{say.allNewsletters}</option>
        {newsletters.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={say.range}
        className="w-full sm:w-40"
        value={range}
        onChange={(event) => onRange(event.target.value)}
      >
        {ranges.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </Select>
    </>
  );
}

function Waiting() {
  return (
    <div className="mt-8">
      <Loading text={say.loadingAnalytics}>
        <TileSkeletons />
        <Skeleton className="mt-4 h-[330px] w-full rounded-card" />
      </Loading>
    </div>
  );
}

/** How newsletters do over time: sent, opened, clicked, bounced, and who came and went. */
export default function AnalyticsPage() {
  const [chosen, setRange] = useFilter("range");
  const [asked, setNewsletter] = useFilter("newsletter");
  const newsletter = /^\d+$/.test(asked) ? asked : "";
  const range = rangeOf(chosen);
  const { data: newsletters } = useNewsletters();
  const { data, error, mutate } = useAnalytics(range, newsletter);
  useTitle(say.analytics);
  return (
    <>
      <PageHeader title={say.analytics} lead={say.whatWasSentWhoRead}>
        <Filters
          newsletters={newsletters ?? []}
          newsletter={newsletter}
          onNewsletter={setNewsletter}
          range={range}
          onRange={(next) => setRange(next === "30d" ? "" : next)}
        />
      </PageHeader>
      {error && !data ? (
        <div className="mt-8">
          <Empty
            role="alert"
            drawing="broken"
            title={say.noAnalyticsDataAvailable}
            text={messageOf(error)}
            action={<Button onClick={() => void mutate()}>{say.tryAgain}</Button>}
          />
        </div>
      ) : null}
      {!data && !error ? <Waiting /> : null}
      {data ? (
        <>
          <PerformanceSection analytics={data} onYear={() => setRange("1y")} />
          <MetricsSection analytics={data} />
          <GrowthSection analytics={data} />
        </>
      ) : null}
    </>
  );
}
