import { useState } from "react";
import type { Campaign, CampaignVersion } from "@/api/campaigns";
import { cn } from "@/lib/cn";
import { Rich } from "@/ui/rich";
import { Segmented } from "@/ui/segmented";
import { MailFrame } from "../../mail-frame";
import { say } from "../words";
import { type Change, changesSince, lengthOf } from "./changes";

const looks = { same: "", added: "rounded-sm bg-green-soft text-green", removed: "rounded-sm bg-red-soft text-red" };

function ChangedText({ change: { label, parts } }: { change: Change }) {
  return (
    <div>
      <h3 className="text-12 text-muted">{label}</h3>
      <p className="mt-1 whitespace-pre-wrap break-words">
        {parts.map(({ kind, text }, at) => {
          const Mark = kind === "added" ? "ins" : kind === "removed" ? "del" : "span";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
            <Mark key={at} className={cn(looks[kind], kind === "added" && "no-underline")}>
              {text}
            </Mark>
          );
        })}
      </p>
    </div>
  );
}

/** The words that came and went since, with those around them. */
function Changes({ changes }: { changes: Change[] }) {
  const { added, removed } = lengthOf(changes);
  if (changes.length === 0) return <p className="text-muted">{say.theWordsAreTheSame}</p>;
  return (
    <div className="grid gap-5">
      <p className="text-13 text-muted">
        <Rich
          text={say.sinceThen(added, removed)}
          parts={{
            ins: (inner) => <ins className="text-green no-underline">{inner}</ins>,
            del: (inner) => <del className="text-red">{inner}</del>,
          }}
        />
      </p>
      {changes.map((change) => (
        <ChangedText key={change.label} change={change} />
      ))}
    </div>
  );
}

function Preview({ version }: { version: CampaignVersion }) {
  const title = say.versionOfAt(version.saved_at);
  if (version.html_content) return <MailFrame title={title} html={version.html_content} width="desktop" dark={false} />;
  return (
    <p className="whitespace-pre-wrap break-words">
      {version.text_content || <span className="text-muted">{say.thisVersionHasNoContent}</span>}
    </p>
  );
}

/** What a version says: what was changed since, or as the email that it was. */
export function VersionView({ version, present }: { version: CampaignVersion; present: Campaign }) {
  const [shown, setShown] = useState<"changes" | "preview">("changes");
  return (
    <div className="grid gap-4">
      <div>
        <Segmented
          label={say.show}
          value={shown}
          onChange={setShown}
          options={[
            { value: "changes", label: say.changes },
            { value: "preview", label: say.preview },
          ]}
        />
      </div>
      {shown === "changes" ? <Changes changes={changesSince(version, present)} /> : <Preview version={version} />}
    </div>
  );
}
