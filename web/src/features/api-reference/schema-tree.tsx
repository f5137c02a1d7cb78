import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { ApiDocument, Schema } from "@/api/document";
import { cn } from "@/lib/cn";
import { Markdown } from "@/ui/markdown/markdown";
import { descriptionOf, type Field, fieldsOf, limitsOf, typeLabel, valuesOf } from "./schema";
import { say } from "./words";

const MOST_VALUES = 12;

function Values({ values }: { values: string[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? values : values.slice(0, MOST_VALUES);
  return (
    <p className="mt-1 flex flex-wrap gap-1 text-12 text-muted">
      <span>{say.oneOf}</span>
      {shown.map((value) => (
        <code key={value} className="rounded-[5px] border border-line bg-raised px-1 font-mono text-11 text-text">
          {value}
        </code>
      ))}
      {shown.length < values.length ? (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {say.andMore(values.length - shown.length)}
        </button>
      ) : null}
    </p>
  );
}

/** Type, limits, description and values: what is said of a field, a parameter and a header alike. */
export function About({
  document,
  schema,
  description,
}: {
  document: ApiDocument;
  schema: Schema;
  description?: string;
}) {
  const text = description || descriptionOf(document, schema);
  const limits = limitsOf(document, schema);
  const values = valuesOf(document, schema);
  return (
    <>
      {text ? (
        <div className="mt-0.5 text-13 text-muted">
          <Markdown text={text} />
        </div>
      ) : null}
      {values.length > 0 ? <Values values={values} /> : null}
      {limits.length > 0 ? <p className="mt-0.5 text-12 text-muted">{limits.join(", ")}</p> : null}
    </>
  );
}

interface RowProps {
  document: ApiDocument;
  field: Field;
  depth: number;
  input: boolean;
}

function Row({ document, field, depth, input }: RowProps) {
  const [open, setOpen] = useState(false);
  const inside = open || fieldsOf(document, field.schema).length > 0;
  const name = <code className="font-medium font-mono text-12 text-text [overflow-wrap:anywhere]">{field.name}</code>;
  return (
    <li className="border-line border-b py-2 last:border-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        {inside ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen((now) => !now)}
            className="-ml-5 inline-flex items-baseline gap-1 rounded-[6px] text-left"
          >
            <ChevronRight
              aria-hidden="true"
              className={cn("size-4 self-center text-muted transition-transform duration-150", open && "rotate-90")}
            />
            {name}
          </button>
        ) : (
          name
        )}
        <span className="text-12 text-muted">{typeLabel(document, field.schema)}</span>
        {input && field.required ? <span className="text-12 text-accent">{say.required}</span> : null}
      </div>
      <About document={document} schema={field.schema} />
      {open ? <SchemaTree document={document} schema={field.schema} depth={depth + 1} input={input} /> : null}
    </li>
  );
}

interface TreeProps {
  document: ApiDocument;
  schema: Schema;
  depth?: number;
  /** What is sent: what must not be missing is marked. In answers nothing ever is. */
  input?: boolean;
}

/**
 * The fields of a schema. What is inside a field is worked out when it is opened, so that schemas which hold themselves
 * have an end, and large ones open at once.
 */
export function SchemaTree({ document, schema, depth = 0, input = false }: TreeProps) {
  const fields = fieldsOf(document, schema);
  if (fields.length === 0) return null;
  return (
    <ul className={cn("pl-5", depth > 0 && "mt-1.5 border-line border-l pl-6")}>
      {fields.map((field) => (
        <Row key={`${field.kind}-${field.name}`} document={document} field={field} depth={depth} input={input} />
      ))}
    </ul>
  );
}
