import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Domain, type DomainMetrics, type DomainWindow, useDomainMetrics } from "@/api/domains";
import { messageOf } from "@/api/problem";
import { formatNumber } from "@/lib/format";
import { Button } from "@/ui/button";
import { Retry } from "@/ui/retry";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import { percent } from "./status";
import { say } from "./words";

/** Providers that are shown before the rest is asked for. */
const FIRST = 3;
const WEEK = 168;
const spans: Record<number, string> = { 1: say.lastHour, 24: say.lastDay, [WEEK]: say.lastWeek };
const spanOf = ({ hours }: DomainWindow) => spans[hours] ?? say.lastHoursHours(hours);
const numeric = "py-1.5 pl-3 text-right";

/** A rate, marked where it is past its limit; none of nothing. */
function Rate({ children, isOver, sent }: { children: ReactNode; isOver: boolean; sent: number }) {
  if (sent === 0)
    return (
      <td className={`${numeric} text-muted`}>
        <span aria-hidden="true">–</span>
        <span className="sr-only">{say.noRate}</span>
      </td>
    );
  return (
    <td className={numeric}>
      {isOver ? (
        <span className="inline-flex items-center gap-1.5 font-medium text-yellow">
          <TriangleAlert aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{say.pastTheLimit}</span>
          {children}
        </span>
      ) : (
        children
      )}
    </td>
  );
}

type Limits = Pick<DomainMetrics, "max_bounce_rate" | "max_complaint_rate">;

function Row({ window, limits }: { window: DomainWindow; limits: Limits }) {
  const { sent, bounced, complained, bounce_rate, complaint_rate } = window;
  return (
    <tr className="border-line border-t">
      <th scope="row" className="py-1.5 pr-2 text-left font-normal">
        {spanOf(window)}
      </th>
      <td className={numeric}>{formatNumber(sent)}</td>
      <Rate sent={sent} isOver={bounced * 100 > limits.max_bounce_rate * sent}>
        {percent(bounce_rate)}
      </Rate>
      <Rate sent={sent} isOver={complained * 100 >= limits.max_complaint_rate * sent}>
        {percent(complaint_rate)}
      </Rate>
    </tr>
  );
}

function Rows({ title, windows, limits }: { title: string | null; windows: DomainWindow[]; limits: Limits }) {
  return (
    <tbody>
      {title === null ? null : (
        <tr className="border-line border-t">
          <th scope="rowgroup" colSpan={4} className="break-all pt-4 pb-1.5 text-left font-medium">
            {title}
          </th>
        </tr>
      )}
      {windows.map((window) => (
        <Row key={window.hours} window={window} limits={limits} />
      ))}
    </tbody>
  );
}

function Head({ label, limit }: { label: string; limit?: number }) {
  return (
    <th scope="col" className="py-1.5 pl-3 text-right align-bottom font-normal">
      {label}
      {limit === undefined ? null : <span className="block">{say.limitLimit(limit)}</span>}
    </th>
  );
}

function Table({ domain, metrics }: { domain: string; metrics: DomainMetrics }) {
  const [all, setAll] = useState(false);
  const { windows, providers, max_bounce_rate, max_complaint_rate } = metrics;
  const shown = all ? providers : providers.slice(0, FIRST);
  const rest = providers.length - shown.length;
  return (
    <>
      <table className="figures w-full text-13">
        <caption className="sr-only">{say.howEmailFares(domain)}</caption>
        <thead className="text-12 text-muted">
          <tr>
            <th scope="col" className="py-1.5 pr-2 text-left align-bottom font-normal">
              {say.period}
            </th>
            <Head label={say.sent} />
            <Head label={say.bounceRate2} limit={max_bounce_rate} />
            <Head label={say.complaintRate2} limit={max_complaint_rate} />
          </tr>
        </thead>
        <Rows title={providers.length > 0 ? say.allProviders : null} windows={windows} limits={metrics} />
        {shown.map(({ provider, windows }) => (
          <Rows key={provider} title={provider} windows={windows} limits={metrics} />
        ))}
      </table>
      {rest > 0 ? (
        <Button size="small" className="mt-3" onClick={() => setAll(true)}>
          {say.showProvider(rest)}
        </Button>
      ) : null}
      <p className="mt-3 text-12 text-muted">{say.byTheHourEachEmail}</p>
    </>
  );
}

function Figures({ domain, metrics }: { domain: string; metrics: DomainMetrics }) {
  const isQuiet = metrics.windows.every(({ sent }) => sent === 0);
  if (isQuiet) return <p className="text-13 text-muted">{say.noEmailLeftFromThis}</p>;
  return (
    <>
      {metrics.risk ? (
        <div className="mb-3">
          <Banner>{metrics.risk}</Banner>
        </div>
      ) : null}
      <Table domain={domain} metrics={metrics} />
    </>
  );
}

/** How a domain's email fares, in all and at each provider, while it moves. */
export function Metrics({ domain }: { domain: Domain }) {
  const { data, error, mutate } = useDomainMetrics(domain.id);
  return (
    <section aria-labelledby="metrics-title" className="mt-8">
      <h3 id="metrics-title" className="mb-2 font-semibold text-base">
        {say.recentBouncesAndComplaints}
      </h3>
      {error ? (
        <div className="mb-3">
          <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>
        </div>
      ) : null}
      {data ? <Figures domain={domain.domain} metrics={data} /> : null}
      {!data && !error ? (
        <Loading text={say.loadingFigures}>
          <Skeleton className="h-32 w-full rounded-card" />
        </Loading>
      ) : null}
    </section>
  );
}
