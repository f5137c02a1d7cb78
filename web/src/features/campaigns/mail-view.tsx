import { useState } from "react";
import type { HeaderLine } from "@/api/captured-mail";
import { useMedia } from "@/lib/hooks";
import { Segmented } from "@/ui/segmented";
import { MailFrame } from "./mail-frame";
import { say } from "./words";

interface Props {
  title: string;
  html: string | null;
  text: string | null;
  headers: HeaderLine[];
}

type Tab = "desktop" | "phone" | "dark" | "text" | "headers";

function Frames({ title, html, tab }: { title: string; html: string; tab: "desktop" | "phone" | "dark" }) {
  return <MailFrame title={title} html={html} width={tab === "phone" ? "phone" : "desktop"} dark={tab === "dark"} />;
}

/** A mail as its reader has it: on a desk, on a phone, in the dark, as text, and its headers. */
export function MailView({ title, html, text, headers }: Props) {
  const [tab, setTab] = useState<Tab>("desktop");
  const roomy = useMedia("(min-width: 640px)");
  // On a phone the mail is as wide as the screen anyway.
  const wide: { value: Tab; label: string }[] = roomy
    ? [
        { value: "desktop", label: say.desktop },
        { value: "phone", label: say.phone },
      ]
    : [{ value: "desktop", label: say.phone }];
  const shown = html || tab === "headers" ? tab : "text";
  return (
    <div className="grid gap-3">
      <div className="max-w-full overflow-x-auto">
        <Segmented
          label={say.showTheMailAs}
          value={shown}
          onChange={setTab}
          options={[
            ...(html ? [...wide, { value: "dark" as const, label: say.dark }] : []),
            { value: "text", label: say.text },
            { value: "headers", label: say.headers },
          ]}
        />
      </div>
      {html && shown !== "text" && shown !== "headers" ? <Frames title={title} html={html} tab={shown} /> : null}
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
