import { useState } from "react";
import type { Header } from "@/api/types";
import { cn } from "@/lib/cn";
import { useMedia } from "@/lib/hooks";
import { Segmented } from "@/ui/segmented";

interface Props {
  title: string;
  html: string | null;
  text: string | null;
  headers: Header[];
}

type Tab = "html" | "text" | "headers";

/** Links of a mail open beside the dashboard, never inside the frame. */
const framed = (html: string) => `<base target="_blank"><meta name="referrer" content="no-referrer">${html}`;

function Frame({ title, html, phone }: { title: string; html: string; phone: boolean }) {
  return (
    <div className="flex justify-center overflow-hidden rounded-control border border-line bg-raised">
      <iframe
        title={title}
        // No scripts and no access to the dashboard, whatever the mail contains.
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={framed(html)}
        className={cn("h-[56dvh] w-full bg-paper", phone && "max-w-[390px] border-line border-x")}
      />
    </div>
  );
}

/** A mail as its reader has it: the HTML, the text, the headers. */
export function MailView({ title, html, text, headers }: Props) {
  const [tab, setTab] = useState<Tab>(html ? "html" : "text");
  const [size, setSize] = useState<"desktop" | "phone">("desktop");
  const roomy = useMedia("(min-width: 640px)");
  const shown = tab === "html" && !html ? "text" : tab;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label="Part of the mail"
          value={shown}
          onChange={setTab}
          options={[
            ...(html ? [{ value: "html" as const, label: "HTML" }] : []),
            { value: "text", label: "Text" },
            { value: "headers", label: "Headers" },
          ]}
        />
        {shown === "html" && roomy ? (
          <Segmented
            label="Width"
            value={size}
            onChange={setSize}
            options={[
              { value: "desktop", label: "Desktop" },
              { value: "phone", label: "Phone" },
            ]}
          />
        ) : null}
      </div>
      {shown === "html" && html ? <Frame title={title} html={html} phone={size === "phone"} /> : null}
      {shown === "text" ? (
        <pre className="h-[56dvh] overflow-auto whitespace-pre-wrap break-words rounded-control border border-line bg-page p-4 font-mono text-13">
          {text}
        </pre>
      ) : null}
      {shown === "headers" ? (
        <dl className="h-[56dvh] divide-y divide-line overflow-auto rounded-control border border-line bg-page px-4 font-mono text-12">
          {headers.map((header, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a header may be there twice and the order is fixed
            <div key={index} className="grid gap-x-4 py-2 sm:grid-cols-[200px_1fr]">
              <dt className="text-muted">{header.name}</dt>
              <dd className="break-words">{header.value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

export function Envelope({ lines }: { lines: [string, string | null][] }) {
  return (
    <dl className="mb-4 grid gap-1 text-13">
      {lines.map(([label, value]) =>
        value ? (
          <div key={label} className="grid grid-cols-[84px_minmax(0,1fr)] gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
