import { ChartLine, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cn } from "@/lib/cn";
import { Segmented } from "@/ui/segmented";
import { Card } from "@/ui/surface";
import { say } from "../words";
import { CsvButton } from "./csv-button";
import { FigureTable } from "./figure-table";
import { csvRows, type Sheet } from "./model";
import { RowChart } from "./row-chart";
import { TimeChart } from "./time-chart";

type Kind = "line" | "bars" | "rows";

interface Props {
  sheet: Sheet;
  /** What is shown and what it comes to, in one sentence. */
  label: string;
  /** Names the CSV file. */
  name: string;
  kind?: Kind;
  /** Begins the scale close below the figures. */
  near?: boolean;
  title?: string;
  /** A choice of figures, say. */
  controls?: ReactNode;
  className?: string;
}

function Key({ sheet, kind }: { sheet: Sheet; kind: Kind }) {
  if (kind === "rows" || sheet.columns.length < 2) return null;
  return sheet.columns.slice(0, 2).map((column, at) => (
    <span key={column.label} className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className={cn(
          at > 0 && "w-4 border-muted border-t border-dashed",
          at === 0 && (kind === "bars" ? "size-2 bg-accent" : "h-0.5 w-4 rounded-full bg-accent"),
        )}
      />
      {column.label}
    </span>
  ));
}

type FiguresProps = Pick<Props, "sheet" | "label" | "near"> & { kind: Kind };

function Figures({ sheet, label, kind, near }: FiguresProps) {
  return (
    <>
      {kind === "rows" ? (
        <RowChart sheet={sheet} label={label} />
      ) : (
        <TimeChart sheet={sheet} label={label} bars={kind === "bars"} near={near} />
      )}
      {/* Paper can't be hovered. */}
      <div className="mt-4 hidden print:block" aria-hidden="true">
        <FigureTable sheet={sheet} label={label} />
      </div>
    </>
  );
}

/** A chart, the same figures as a table, and both as CSV. */
export function ChartCard({ sheet, label, name, kind = "line", near, title, controls, className }: Props) {
  const [view, setView] = useState<"chart" | "table">("chart");
  return (
    <Card className={cn("p-5", className)}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        {title ? <h3 className="font-medium text-13">{title}</h3> : null}
        {controls ? <div className="print:hidden">{controls}</div> : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-12 text-muted">
          <Key sheet={sheet} kind={kind} />
          <div className="flex items-center gap-1 print:hidden">
            <Segmented
              label={say.showNameAs(name)}
              value={view}
              onChange={setView}
              options={[
                { value: "chart", label: say.chart, icon: <ChartLine aria-hidden="true" /> },
                { value: "table", label: say.table, icon: <Table2 aria-hidden="true" /> },
              ]}
            />
            <CsvButton rows={() => csvRows(sheet)} name={name} />
          </div>
        </div>
      </div>
      {view === "chart" ? (
        <Figures sheet={sheet} label={label} kind={kind} near={near} />
      ) : (
        <section
          className="max-h-[312px] overflow-auto print:max-h-none"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
          tabIndex={0}
        >
          <FigureTable sheet={sheet} label={label} />
        </section>
      )}
    </Card>
  );
}
