import { type PointerEvent, useEffect, useRef, useState } from "react";
import { formatNumber } from "@/lib/format";
import { say } from "../words";
import { describe, linePath, type Row, type Scale, type Sheet, scaleOf, show, ticks } from "./model";

const HEIGHT = 232;
const TOP = 12;
const BOTTOM = 28;
const LEFT = 44;
const RIGHT = 8;
/** This period and the one before; whatever else a sheet holds is for its table. */
const DRAWN = 2;

/** Where things go on the picture. */
interface Space {
  width: number;
  scale: Scale;
  x: (index: number) => number;
  y: (value: number) => number;
}

/** Axis figures must differ from each other: only large ones are shortened. */
const tick = (value: number) => (value < 10_000 ? formatNumber(value) : compact.format(value));
const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 2 });

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

function Axes({ sheet, space }: { sheet: Sheet; space: Space }) {
  const { data } = sheet;
  const { scale } = space;
  return (
    <>
      {[scale.bottom, (scale.bottom + scale.top) / 2, scale.top].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={space.width - RIGHT} y1={space.y(value)} y2={space.y(value)} className="stroke-line" />
          <text x={LEFT - 10} y={space.y(value) + 4} textAnchor="end" className="figures fill-muted text-11">
            {tick(value)}
          </text>
        </g>
      ))}
      {ticks(data.length).map((index) => (
        <text
          key={index}
          x={space.x(index)}
          y={HEIGHT - 8}
          textAnchor={index === 0 ? "start" : index === data.length - 1 ? "end" : "middle"}
          className="figures fill-muted text-11"
        >
          {data[index]?.label}
        </text>
      ))}
    </>
  );
}

type Value = number | null;

/** As far as there are figures: what has not come yet is not drawn. */
function known(values: Value[]): number[] {
  const end = values.findLastIndex((value) => value !== null) + 1;
  return values.slice(0, end).map((value) => value ?? 0);
}

/** The second column, as a broken line. */
function Before({ values, space, className }: { values: Value[]; space: Space; className: string }) {
  return (
    <path
      d={linePath(known(values), space.x, space.y)}
      fill="none"
      className={className}
      strokeWidth="1.5"
      strokeDasharray="3 4"
    />
  );
}

function Lines({ columns, space }: { columns: Value[][]; space: Space }) {
  const [all = [], before] = columns;
  const now = known(all);
  const path = linePath(now, space.x, space.y);
  return (
    <>
      {space.scale.bottom === 0 && now.length > 0 ? (
        <path
          d={`${path}L${space.x(now.length - 1)} ${space.y(0)}L${space.x(0)} ${space.y(0)}Z`}
          className="fill-accent/10"
        />
      ) : null}
      {before ? <Before values={before} space={space} className="stroke-muted/70" /> : null}
      <path d={path} fill="none" className="stroke-accent" strokeWidth="2" strokeLinejoin="round" />
    </>
  );
}

function Bars({ columns, space, step }: { columns: Value[][]; space: Space; step: number }) {
  const [all = [], before] = columns;
  const now = known(all);
  const width = Math.max(2, Math.min(24, step * 0.6));
  return (
    <>
      {now.map((value, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place on the axis
          key={index}
          x={space.x(index) - width / 2}
          y={space.y(value)}
          width={width}
          height={space.y(0) - space.y(value)}
          className="fill-accent"
        />
      ))}
      {before ? <Before values={before} space={space} className="stroke-muted" /> : null}
    </>
  );
}

function Tip({ sheet, row, left }: { sheet: Sheet; row: Row; left: number }) {
  return (
    <div
      className="pointer-events-none absolute top-2 z-10 -translate-x-1/2 rounded-control border border-line bg-surface px-3 py-2 text-12 whitespace-nowrap shadow-float print:hidden"
      style={{ left }}
    >
      {sheet.columns.slice(0, DRAWN).map((column, at) => (
        <p
          key={column.label}
          className={at === 0 ? "figures flex justify-between gap-4" : "figures flex justify-between gap-4 text-muted"}
        >
          <span className="text-muted">
            {row.notes ? (row.notes[at] ?? row.label) : `${row.label}, ${column.label.toLowerCase()}`}
          </span>
          <span className={at === 0 ? "font-medium" : undefined}>{show(column, row.values[at])}</span>
        </p>
      ))}
    </div>
  );
}

interface Plan {
  space: Space;
  /** Between two places of the axis. */
  step: number;
  columns: Value[][];
}

function planOf(sheet: Sheet, width: number, bars: boolean, near: boolean): Plan {
  const columns = sheet.columns.slice(0, DRAWN).map((_, at) => sheet.data.map((row) => row.values[at] ?? null));
  const scale = scaleOf(
    columns.flat().filter((value) => value !== null),
    near,
  );
  const places = bars ? sheet.data.length : sheet.data.length - 1;
  const step = places > 0 ? Math.max(0, width - LEFT - RIGHT) / places : 0;
  const x = (index: number) => LEFT + (index + (bars ? 0.5 : 0)) * step;
  const y = (value: number) =>
    TOP + (1 - (value - scale.bottom) / (scale.top - scale.bottom)) * (HEIGHT - TOP - BOTTOM);
  return { space: { width, scale, x, y }, step, columns };
}

interface Props {
  sheet: Sheet;
  label: string;
  bars?: boolean;
  /** Begins the scale close below the figures; without an area, whose size would mislead. */
  near?: boolean;
}

/**
 * The first column in the accent, the second as a muted line. A slider over the picture reads it out: its arrows walk
 * along the axis, as the pointer does.
 */
export function TimeChart({ sheet, label, bars = false, near = false }: Props) {
  const { ref, width } = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const { space, step, columns } = planOf(sheet, width, bars, near);
  const last = sheet.data.length - 1;
  /** The newest place with a figure, where a keyboard begins. */
  const newest = Math.max(
    0,
    sheet.data.findLastIndex((row) => row.values[0] !== null && row.values[0] !== undefined),
  );
  const row = at === null ? undefined : sheet.data[at];
  const heard = sheet.data[at ?? newest];
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - space.x(0);
    setAt(step > 0 ? Math.min(last, Math.max(0, Math.round(offset / step))) : null);
  };
  return (
    <div
      ref={ref}
      className="relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
      style={{ height: HEIGHT }}
      onPointerMove={follow}
      onPointerLeave={() => setAt(null)}
    >
      {width > 0 ? (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={width}
          height={HEIGHT}
          className="block max-w-full"
        >
          <Axes sheet={sheet} space={space} />
          {bars ? <Bars columns={columns} space={space} step={step} /> : <Lines columns={columns} space={space} />}
          {at !== null && row ? (
            <>
              <line x1={space.x(at)} x2={space.x(at)} y1={TOP} y2={HEIGHT - BOTTOM} className="stroke-line-strong" />
              {typeof row.values[0] === "number" ? (
                <circle
                  cx={space.x(at)}
                  cy={space.y(row.values[0])}
                  r="4"
                  className="fill-accent stroke-surface"
                  strokeWidth="2"
                />
              ) : null}
            </>
          ) : null}
        </svg>
      ) : null}
      <input
        type="range"
        className="sr-only"
        min={0}
        max={Math.max(0, last)}
        value={at ?? newest}
        aria-label={label}
        aria-valuetext={heard ? describe(sheet, heard, DRAWN) : say.nothingYet}
        onFocus={() => setAt((now) => now ?? newest)}
        onBlur={() => setAt(null)}
        onChange={(event) => setAt(Number(event.target.value))}
      />
      {at !== null && row ? (
        <Tip sheet={sheet} row={row} left={Math.min(width - 84, Math.max(84, space.x(at)))} />
      ) : null}
    </div>
  );
}
