import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { ApiDocument, Parameter } from "@/api/document";
import { cn } from "@/lib/cn";
import { guidePath } from "@/lib/paths";
import { CopyButton } from "@/ui/copy-button";
import { CodeBlock } from "@/ui/markdown/code-block";
import { Markdown } from "@/ui/markdown/markdown";
import { Rich } from "@/ui/rich";
import { Card } from "@/ui/surface";
import type { Answer, Operation } from "./document";
import { ExamplesPanel } from "./examples-panel";
import { MethodName } from "./method";
import { fieldsOf, typeLabel } from "./schema";
import { About, SchemaTree } from "./schema-tree";
import { canTry } from "./try";
import { TryIt } from "./try-it";
import { say } from "./words";

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h3 className="mb-2 flex items-baseline gap-2 text-base font-semibold">
        {title}
        {note ? <span className="font-normal text-12 text-muted">{note}</span> : null}
      </h3>
      {children}
    </section>
  );
}

const toWebhooks = (inner: string) => (
  <Link to={guidePath("webhooks")} className="link">
    {inner}
  </Link>
);

/** Who makes the call; what an API key needs for it, as the document says it. */
function Access({ operation }: { operation: Operation }) {
  const { method, isPublic, scopes } = operation;
  if (method === "EVENT") {
    return (
      <p className="mt-3 text-13 text-muted">
        <Rich text={say.yourServerReceives} parts={{ link: toWebhooks }} />
      </p>
    );
  }
  if (isPublic) return <p className="mt-3 text-13 text-muted">{say.needsNoSignIn}</p>;
  if (scopes.length === 0) return null;
  if (scopes.includes("session")) {
    return <p className="mt-3 text-13 text-muted">{say.needsSomebodyWhoIsSigned}</p>;
  }
  const all = scopes.includes("full") ? scopes : [...scopes, "full"];
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-1.5 gap-y-1 text-13 text-muted">
      {say.scope}
      {all.map((scope, at) => (
        <span key={scope} className="flex items-baseline gap-1.5">
          {at > 0 ? say.or : null}
          <code className="rounded-[5px] border border-line bg-raised px-1 font-mono text-12 text-text">{scope}</code>
        </span>
      ))}
    </p>
  );
}

function ParameterList({ document, parameters }: { document: ApiDocument; parameters: Parameter[] }) {
  return (
    <Card className="px-4">
      <ul>
        {parameters.map((parameter) => (
          <li key={`${parameter.in}-${parameter.name}`} className="border-line border-b py-2.5 last:border-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-medium font-mono text-12">{parameter.name}</code>
              <span className="text-12 text-muted">
                {`${parameter.in}, ${typeLabel(document, parameter.schema ?? {})}`}
              </span>
              {parameter.required ? <span className="text-12 text-accent">{say.required}</span> : null}
            </p>
            <About document={document} schema={parameter.schema ?? {}} description={parameter.description} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function JsonExample({ value, label }: { value: unknown; label: string }) {
  const tall = "[&>pre]:max-h-96 [&>pre]:overflow-y-auto";
  return <CodeBlock json code={JSON.stringify(value, null, 2)} label={label} className={cn("my-2", tall)} />;
}

const good = (status: string) => status.startsWith("2");

function AnswerRow({ document, answer, first }: { document: ApiDocument; answer: Answer; first: boolean }) {
  const [open, setOpen] = useState(first && good(answer.status));
  const schema = answer.schema ?? {};
  const inside = answer.headers.length > 0 || (answer.schema !== null && fieldsOf(document, schema).length > 0);
  const kind = answer.type === null ? "" : answer.type.endsWith("json") ? typeLabel(document, schema) : answer.type;
  const line = (
    <>
      <span className={cn("figures font-medium font-mono text-12", good(answer.status) ? "text-green" : "text-muted")}>
        {answer.status}
      </span>
      {kind ? <span className="text-12 text-muted">{kind}</span> : null}
    </>
  );
  return (
    <li className="border-line border-b px-4 py-2.5 last:border-0">
      {inside ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen((now) => !now)}
          className="flex w-full items-baseline gap-3 rounded-[6px] text-left"
        >
          {line}
          <span aria-hidden="true" className="ml-auto text-12 text-muted">
            {open ? say.hide : say.show}
          </span>
        </button>
      ) : (
        <p className="flex items-baseline gap-3">{line}</p>
      )}
      {answer.description ? (
        <div className="mt-0.5 text-13 text-muted">
          <Markdown text={answer.description} />
        </div>
      ) : null}
      {open ? (
        <>
          {answer.headers.map(({ name, description }) => (
            <div key={name} className="mt-1 flex flex-wrap items-baseline gap-x-2 text-12 text-muted">
              <code className="font-mono text-text">{name}</code>
              <div className="min-w-0">
                <Markdown text={description} />
              </div>
            </div>
          ))}
          {answer.example === undefined ? null : <JsonExample value={answer.example} label={say.theExampleOfThe} />}
          <SchemaTree document={document} schema={schema} />
        </>
      ) : null}
    </li>
  );
}

/** One call: what it does, what it takes, what it answers, and how to make it. Of an event: what arrives. */
export function OperationView({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  const isEvent = method === "EVENT";
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="min-w-0 scroll-mt-20 lg:scroll-mt-52 outline-none"
    >
      <h2 id={`${id}-title`} className="font-medium font-serif text-2xl tracking-[-0.01em]">
        {summary}
      </h2>
      <div className="mt-2 flex items-center gap-2 rounded-control border border-line bg-surface py-1 pr-1 pl-3">
        <MethodName method={method} className="text-12" />
        <code className="min-w-0 flex-1 py-1 font-mono text-12 [overflow-wrap:anywhere]">{path}</code>
        <CopyButton text={path} what={isEvent ? say.theNameOfTheEvent : say.thePath} />
      </div>
      <Access operation={operation} />
      {description ? (
        <div className="mt-3 max-w-[680px]">
          <Markdown text={description} />
        </div>
      ) : null}
      <Part title={say.example}>
        {isEvent ? (
          <JsonExample value={body?.example} label={say.theEvent} />
        ) : (
          <ExamplesPanel document={document} operation={operation} />
        )}
      </Part>
      {canTry(operation) ? (
        <Part title={say.tryIt} note={say.withYourOwnSessionIt}>
          <TryIt document={document} operation={operation} />
        </Part>
      ) : null}
      {parameters.length > 0 ? (
        <Part title={isEvent ? say.headers : say.parameters}>
          <ParameterList document={document} parameters={parameters} />
        </Part>
      ) : null}
      {body ? (
        <Part title={say.body} note={`${body.type}${body.required ? ", required" : ""}`}>
          <Card className="px-4">
            <p className="border-line border-b py-2.5 font-medium text-13">{typeLabel(document, body.schema)}</p>
            <SchemaTree document={document} schema={body.schema} input />
          </Card>
        </Part>
      ) : null}
      <Part title={isEvent ? say.yourResponse : say.answers}>
        <Card>
          <ul>
            {answers.map((answer, at) => (
              <AnswerRow key={answer.status} document={document} answer={answer} first={at === 0} />
            ))}
          </ul>
        </Card>
      </Part>
    </article>
  );
}
