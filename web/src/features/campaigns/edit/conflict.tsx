import { useEffect, useState } from "react";
import { type Campaign, readCampaign } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Banner } from "@/ui/surface";
import { type CampaignForm, formOf } from "../schema";
import { wordsOf } from "../write/design";
import { say } from "./words";

const texts = [
  ["subject", say.subjectLine],
  ["preheader", say.previewText],
  ["text_content", say.plainTextContent],
  ["html_content", say.htmlContent],
] as const;

export const COPIED = say.yourTextIsOnThe;

/** What is read of it: the words of a design, else what was written by hand. */
function saidOf(form: CampaignForm) {
  const { subject, preheader, text_content, html_content } = form;
  // A draft of an older version knows no design.
  if (form.writing === "source" || !form.design) return { subject, preheader, text_content, html_content };
  return { subject, preheader, text_content: wordsOf(form.design), html_content: "" };
}

/** All that was written, to be put somewhere else. */
export function textOf(form: CampaignForm): string {
  const of = (label: string, text: string) => (text.trim() === "" ? [] : [`${label}:\n${text}`]);
  const variants = form.ab.on
    ? form.ab.variants.flatMap((one, at) =>
        texts.flatMap(([name, label]) => of(say.labelOfAt(label, "BCD"[at] ?? at + 2), one[name])),
      )
    : [];
  const said = saidOf(form);
  return [...texts.flatMap(([name, label]) => of(label, said[name])), ...variants].join("\n\n");
}

interface OtherProps {
  other: Campaign;
  mine: CampaignForm;
  onClose: () => void;
}

/** What was saved in between, beside what was typed here. */
function OtherVersion({ other, mine: form, onClose }: OtherProps) {
  const theirs = saidOf(formOf(other));
  const mine = saidOf(form);
  const differ = texts.filter(([name]) => mine[name] !== theirs[name]);
  return (
    <Dialog open onClose={onClose} width="wide" title={say.theOtherVersion} description={other.newsletter_name}>
      {differ.length === 0 ? (
        <p>{say.theTextsAreTheSame}</p>
      ) : (
        <dl className="grid gap-6">
          {differ.map(([name, label]) => (
            <div key={name}>
              <dt className="text-13 font-medium">{label}</dt>
              <dd className="mt-1.5 grid gap-3 sm:grid-cols-2">
                <Version title={say.savedElsewhere} text={theirs[name]} />
                <Version title={say.yours} text={mine[name]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0 rounded-control border border-line p-3">
      <p className="text-12 text-muted">{title}</p>
      <p className="mt-1 max-h-60 overflow-y-auto break-words whitespace-pre-wrap text-13">
        {text === "" ? <span className="text-muted">{say.empty}</span> : text}
      </p>
    </div>
  );
}

interface Props {
  campaign: Campaign;
  valuesOf: () => CampaignForm;
  busy: boolean;
  /** Saves what was typed here in place of the version that was read. */
  onKeep: (newest: Campaign) => void;
}

/** Somebody, or another tab, saved while this form was open. Nothing of it overwrites anything unasked. */
export function ConflictPanel({ campaign, valuesOf, busy, onKeep }: Props) {
  const [other, setOther] = useState<Campaign | null>(null);
  const [working, setWorking] = useState(false);
  const withNewest = async (then: (newest: Campaign) => void) => {
    setWorking(true);
    try {
      then(await readCampaign(campaign));
    } catch (error) {
      warn(messageOf(error, say.theOtherVersionCouldNot));
    } finally {
      setWorking(false);
    }
  };
  const off = busy || working;
  return (
    <div className="grid gap-3">
      <Banner tone="yellow">{say.aNewerVersionWasSaved}</Banner>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={off} onClick={() => void withNewest(setOther)}>
          {say.seeTheOtherVersion}
        </Button>
        <Button size="small" disabled={off} onClick={() => void withNewest(onKeep)}>
          {say.keepMine}
        </Button>
        <CopyButton size="small" text={() => textOf(valuesOf())} what={COPIED}>
          {say.copyMyText}
        </CopyButton>
      </div>
      {other ? <OtherVersion other={other} mine={valuesOf()} onClose={() => setOther(null)} /> : null}
    </div>
  );
}

/** Brings what just appeared into view: the author was at the other end of the form. */
export function useInView(shown: boolean) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (shown) element?.scrollIntoView({ block: "nearest" });
  }, [shown, element]);
  return setElement;
}
