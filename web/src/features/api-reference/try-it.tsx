import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ApiDocument, Parameter } from "@/api/document";
import { messageOf } from "@/api/problem";
import { formatBytes } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { CodeBlock } from "@/ui/markdown/code-block";
import { Banner } from "@/ui/surface";
import type { Operation } from "./document";
import { typeLabel } from "./schema";
import { addressOf, type Outcome, tryCall } from "./try";
import { say } from "./words";

/** More would make the page slow and nobody reads it here. */
const MOST_TEXT = 100_000;

function OutcomeView({ outcome }: { outcome: Outcome }) {
  const { status, statusText, milliseconds, bytes, headers, text } = outcome;
  const tone = status < 300 ? "green" : status < 500 ? "yellow" : "red";
  return (
    <section aria-label={say.answer} className="mt-4">
      <p role="status" className="figures flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-muted">
        <Badge tone={tone}>{`${status} ${statusText}`.trim()}</Badge>
        <span>{say.millisecondsMs(milliseconds)}</span>
        <span>{formatBytes(bytes)}</span>
      </p>
      {headers.length > 0 ? (
        <dl className="mt-2 grid gap-0.5 font-mono text-12">
          {headers.map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt className="shrink-0 text-muted">{name}:</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {text ? (
        <CodeBlock
          code={text.slice(0, MOST_TEXT)}
          label={say.theAnswer}
          className="mt-2 [&>pre]:max-h-96 [&>pre]:overflow-y-auto"
        />
      ) : null}
      {text.length > MOST_TEXT ? <p className="mt-1 text-12 text-muted">{say.theBeginningOfTheAnswer}</p> : null}
    </section>
  );
}

function useTry() {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Outcome | string | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (path: string) => {
    const mine = new AbortController();
    running.current = mine;
    setBusy(true);
    try {
      setResult(await tryCall(path, mine.signal));
    } catch (error) {
      if (!mine.signal.aborted) setResult(messageOf(error));
    }
    if (!mine.signal.aborted) setBusy(false);
  };
  return { busy, result, run };
}

const missing = (parameters: Parameter[], values: Record<string, string>) =>
  Object.fromEntries(
    parameters
      .filter(({ name, required }) => required && !values[name]?.trim())
      .map(({ name }) => [name, say.enterName(name)]),
  );

/** Makes the call with the session of the page. Only for calls that change nothing. */
export function TryIt({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const parameters = operation.parameters.filter((one) => one.in === "path" || one.in === "query");
  const [values, setValues] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { busy, result, run } = useTry();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = missing(parameters, values);
    setErrors(found);
    if (Object.keys(found).length === 0) void run(addressOf(operation, values));
  };
  return (
    <form onSubmit={submit} noValidate>
      {parameters.length > 0 ? (
        <div className="mb-4 grid gap-3 sm:grid-cols-2">
          {parameters.map(({ name, required, schema }) => (
            <Field key={name} label={name} error={errors[name]} optional={!required}>
              {(field) => (
                <Input
                  {...field}
                  placeholder={typeLabel(document, schema ?? {})}
                  autoComplete="off"
                  value={values[name] ?? ""}
                  onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={busy}>
          {busy ? say.asking : say.tryIt}
        </Button>
        <code className="min-w-0 font-mono text-12 text-muted [overflow-wrap:anywhere]">
          {addressOf(operation, values)}
        </code>
      </div>
      {typeof result === "string" ? (
        <div className="mt-4">
          <Banner>{result}</Banner>
        </div>
      ) : result ? (
        <OutcomeView outcome={result} />
      ) : null}
    </form>
  );
}
