import { useState } from "react";
import { useApiKeys } from "@/api/api-keys";
import {
  type Campaign,
  type CampaignSave,
  restoreCampaignVersion,
  useCampaignVersion,
  useCampaignVersions,
} from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { cn } from "@/lib/cn";
import { formatExact, formatSince } from "@/lib/format";
import { offerUndo, warn } from "@/lib/notify";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Retry } from "@/ui/retry";
import { Loading, Skeleton } from "@/ui/surface";
import type { WritingState } from "../use-writing";
import { say } from "../words";
import { VersionView } from "./version-view";

/** Who saved: the author, or one of their programs. */
function useWriters() {
  const { data } = useApiKeys();
  return ({ api_key_id }: CampaignSave) => {
    if (api_key_id === null) return say.you;
    const key = data?.find(({ id }) => id === api_key_id);
    return key ? say.apiKeyName(key.name) : say.anAPIKey;
  };
}

interface LineProps {
  save: CampaignSave;
  who: string;
  current: boolean;
  pressed: boolean;
  onClick: () => void;
}

function Line({ save, who, current, pressed, onClick }: LineProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={cn(
        "block w-full rounded-control px-3 py-2 text-left transition-colors duration-150 hover:bg-raised",
        pressed && "bg-raised",
      )}
    >
      <span className="flex items-center justify-between gap-2 font-medium text-13">
        <span title={formatExact(save.saved_at)}>{formatSince(save.saved_at)}</span>
        {current ? <Badge tone="green">{say.current}</Badge> : null}
      </span>
      <span className="block truncate text-12 text-muted">
        {who} · {save.subject}
      </span>
    </button>
  );
}

interface ChosenProps {
  campaign: Campaign;
  save: CampaignSave;
  current: boolean;
  onRestore: () => Promise<void>;
}

/** The version that was chosen, and the way back to it. */
function Chosen({ campaign, save, current, onRestore }: ChosenProps) {
  const { data, error, mutate } = useCampaignVersion(campaign, save.revision);
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    await onRestore();
    setBusy(false);
  };
  if (error) return <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>;
  if (!data)
    return (
      <Loading text={say.loadingVersion}>
        <Skeleton className="h-[40dvh]" />
      </Loading>
    );
  return (
    <div className="grid min-w-0 content-start gap-4">
      <div className="max-h-[56dvh] overflow-y-auto">
        <VersionView version={data} present={campaign} />
      </div>
      <Button look="accent" className="justify-self-end" disabled={current || busy} onClick={() => void restore()}>
        {busy ? say.restoring : say.restore}
      </Button>
    </div>
  );
}

interface Props {
  writing: WritingState;
  onClose: () => void;
}

/** Brings a version back, and then offers what was there before. */
function useRestore({ form, saver, valuesOf }: WritingState, onClose: () => void) {
  return async (revision: number) => {
    const before = structuredClone(valuesOf());
    const campaign = saver.getCampaign();
    try {
      saver.restored(await restoreCampaignVersion(campaign, revision, campaign.revision));
    } catch (error) {
      return void warn(messageOf(error, say.theVersionCouldNotBe));
    }
    onClose();
    offerUndo(say.versionRestored, () => {
      form.reset(before);
      saver.touch();
    });
  };
}

/** What a campaign said before. */
export default function VersionsDialog({ writing, onClose }: Props) {
  const { campaign } = writing;
  const { data: saves, error, mutate } = useCampaignVersions(campaign);
  const [chosen, setChosen] = useState<number | null>(null);
  const writerOf = useWriters();
  const restore = useRestore(writing, onClose);
  const [current, before] = saves ?? [];
  const shown = saves?.find(({ revision }) => revision === chosen) ?? before ?? current;
  return (
    <Dialog open onClose={onClose} width="full" title={say.versions} description={say.savesWithinFiveMinutesAre}>
      {error ? <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry> : null}
      {saves ? null : error ? null : (
        <Loading text={say.loadingVersions}>
          <Skeleton className="h-64" />
        </Loading>
      )}
      {saves?.length === 0 ? <p className="text-muted">{say.noEarlierVersionsTheFirst}</p> : null}
      {saves && shown ? (
        <div className="grid gap-6 md:grid-cols-[260px_minmax(0,1fr)]">
          <ul className="max-h-[30dvh] overflow-y-auto md:max-h-[64dvh]">
            {saves.map((save) => (
              <li key={save.revision}>
                <Line
                  save={save}
                  who={writerOf(save)}
                  current={save === current}
                  pressed={save === shown}
                  onClick={() => setChosen(save.revision)}
                />
              </li>
            ))}
          </ul>
          <Chosen
            key={shown.revision}
            campaign={campaign}
            save={shown}
            current={shown === current}
            onRestore={() => restore(shown.revision)}
          />
        </div>
      ) : null}
    </Dialog>
  );
}
