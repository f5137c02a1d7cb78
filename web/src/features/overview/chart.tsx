import { type PointerEvent, useEffect, useRef, useState } from "react";
import { formatDay, formatNumber } from "@/lib/format";
import { linePath, niceTop, type Pair } from "./chart-model";

const HEIGHT = 232;
const TOP = 12;
const BOTTOM = 28;
const LEFT = 44;
const RIGHT = 8;

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

function Scale({ top, width, y }: { top: number; width: number; y: (value: number) => number }) {
  return [0, top / 2, top].map((value) => (
    <g key={value}>
      <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} className="stroke-line" />
      <text x={LEFT - 10} y={y(value) + 4} textAnchor="end" className="figures fill-muted text-11">
        {compact.format(value)}
      </text>
    </g>
  ));
}

function Days({ pairs, x }: { pairs: Pair[]; x: (index: number) => number }) {
  const last = pairs.length - 1;
  return [0, Math.round(last / 2), last].map((index, place) => (
    <text
      key={index}
      x={x(index)}
      y={HEIGHT - 8}
      textAnchor={place === 0 ? "start" : place === 1 ? "middle" : "end"}
      className="figures fill-muted text-11"
    >
      {pairs[index] ? formatDay(pairs[index].date) : null}
    </text>
  ));
}

function Tip({ pair, left }: { pair: Pair; left: number }) {
  return (
    <div
      className="pointer-events-none absolute top-2 z-10 -translate-x-1/2 rounded-control border border-line bg-surface px-3 py-2 text-12 whitespace-nowrap shadow-float"
      style={{ left }}
    >
      <p className="figures flex justify-between gap-4">
        <span className="text-muted">{formatDay(pair.date)}</span>
        <span className="font-medium">{formatNumber(pair.now)}</span>
      </p>
      {pair.beforeDate ? (
        <p className="figures flex justify-between gap-4 text-muted">
          <span>{formatDay(pair.beforeDate)}</span>
          <span>{formatNumber(pair.before)}</span>
        </p>
      ) : null}
    </div>
  );
}

/** This period as an accent line, the one before as a muted one. The table beside it says the same in words. */
export function Chart({ pairs, label }: { pairs: Pair[]; label: string }) {
  const { ref, width } = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const top = niceTop(Math.max(0, ...pairs.map((pair) => Math.max(pair.now, pair.before))));
  const step = pairs.length > 1 ? (width - LEFT - RIGHT) / (pairs.length - 1) : 0;
  const x = (index: number) => LEFT + index * step;
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const now = linePath(
    pairs.map((pair) => pair.now),
    x,
    y,
  );
  const before = linePath(
    pairs.map((pair) => pair.before),
    x,
    y,
  );
  const point = at === null ? undefined : pairs[at];

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT;
    setAt(step > 0 ? Math.min(pairs.length - 1, Math.max(0, Math.round(offset / step))) : null);
  };

  return (
    <div
      ref={ref}
      className="relative"
      style={{ height: HEIGHT }}
      onPointerMove={follow}
      onPointerLeave={() => setAt(null)}
    >
      {width > 0 && pairs.length > 0 ? (
        <svg role="img" aria-label={label} width={width} height={HEIGHT} className="block">
          <Scale top={top} width={width} y={y} />
          <Days pairs={pairs} x={x} />
          <path d={`${now}L${x(pairs.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`} className="fill-accent/10" />
          <path d={before} fill="none" className="stroke-muted/70" strokeWidth="1.5" strokeDasharray="3 4" />
          <path d={now} fill="none" className="stroke-accent" strokeWidth="2" strokeLinejoin="round" />
          {at !== null && point ? (
            <>
              <line x1={x(at)} x2={x(at)} y1={TOP} y2={y(0)} className="stroke-line-strong" />
              <circle cx={x(at)} cy={y(point.now)} r="4" className="fill-accent stroke-surface" strokeWidth="2" />
            </>
          ) : null}
        </svg>
      ) : null}
      {at !== null && point ? <Tip pair={point} left={Math.min(width - 84, Math.max(84, x(at)))} /> : null}
    </div>
  );
}

export function ChartTable({ pairs, label }: { pairs: Pair[]; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className="overflow-y-auto" style={{ height: HEIGHT }} aria-label={label} tabIndex={0}>
      <table className="figures w-full text-13">
        <thead className="sticky top-0 bg-surface text-left text-12 text-muted">
          <tr>
            <th className="py-1.5 font-normal">Day</th>
            <th className="py-1.5 text-right font-normal">Last 30 days</th>
            <th className="py-1.5 text-right font-normal">30 days before</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <tr key={pair.date} className="border-line border-t">
              <td className="py-1.5">{formatDay(pair.date)}</td>
              <td className="py-1.5 text-right">{formatNumber(pair.now)}</td>
              <td className="py-1.5 text-right text-muted">{formatNumber(pair.before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
