import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { type Campaign, type Check, readCampaign } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { cn } from "@/lib/cn";
import { lazyCode } from "@/lib/code";
import { useMedia, useTitle } from "@/lib/hooks";
import { notify, warn } from "@/lib/notify";
import { reportPath } from "@/lib/paths";
import { Skeleton } from "@/ui/surface";
import { affected, useCampaignActions } from "../actions";
import { CampaignDialog } from "../campaign-dialog";
import { type Dialog, hasReport } from "../row-actions";
import { FixButton, type Place } from "../send/fix-button";
import { MessageFields } from "./message-fields";
import { Notices } from "./notices";
import { SaveLine, troubleOf } from "./save-line";
import { SidePanel } from "./side-panel";
import { useLeaving } from "./use-leaving";
import { useWriting, type WritingState } from "./use-writing";
import { say } from "./words";
import { WriteHeader } from "./write-header";

const PreviewPane = lazyCode(
  () => import("./preview-pane"),
  () => <Skeleton className="h-[70dvh]" />,
);

const VersionsDialog = lazyCode(() => import("./versions/versions-dialog"));

type Fix = NonNullable<Check["fix"]>;

/** Saves when it is asked to. */
function useSaveKey(saver: WritingState["saver"]) {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setAsked((now) => now + 1);
      void saver.flush();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [saver]);
  return asked;
}

/** A campaign that left its author's hands, with nothing of theirs unsaved, goes on in its report. */
function useEnding({ saver, state }: WritingState, sending: boolean) {
  const navigate = useNavigate();
  const latest = useRef(sending);
  latest.current ||= sending;
  useEffect(() => {
    if (state.kind !== "closed" || !saver.isClean) return;
    const { campaign } = state;
    if (!latest.current) notify(say.thisCampaignIsntADraft);
    const path = hasReport(campaign) ? reportPath(campaign.newsletter_id, campaign.id) : "/campaigns";
    void navigate(path, { replace: true });
  }, [state, saver, navigate]);
}

/** What can be done with the campaign besides writing it. All of it is done with what is written now. */
function useDeeds({ saver, campaign }: WritingState) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [versions, setVersions] = useState(false);
  const [busy, setBusy] = useState(false);
  const act = useCampaignActions();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  /** Asks anew how the campaign stands. */
  const look = async () => {
    try {
      saver.offer(await readCampaign(campaign));
    } catch (error) {
      // The next save tells.
      console.error("Failed to load campaign", error);
    }
  };
  /** Whether all is saved. */
  const settle = async (): Promise<boolean> => {
    setBusy(true);
    const safe = await saver.flush();
    setBusy(false);
    if (!safe) warn(troubleOf(saver.getState(), saver.kept) ?? say.notEverythingCouldBeSaved);
    // What was read of it before is of an older save.
    void mutate(affected);
    return safe;
  };
  const open = async (next: Dialog) => {
    if ((await settle()) || next === "preview") setDialog(next);
  };
  const close = () => {
    setDialog(null);
    void look();
  };
  const openVersions = async () => {
    if (await settle()) setVersions(true);
  };
  const duplicate = async () => {
    if (await settle()) await act.duplicate(campaign);
  };
  const take = async () => {
    if (campaign.status === "scheduled") {
      await act.cancel(campaign);
      return await look();
    }
    if (!(await act.remove(campaign))) return;
    saver.discard();
    await navigate("/campaigns");
  };
  return { dialog, setDialog, busy, open, close, look, duplicate, take, versions, setVersions, openVersions };
}

/** The preview beside the text where there is room for both, else over it. */
function useBeside(open: (dialog: Dialog) => Promise<void>, flush: () => Promise<boolean>) {
  const roomy = useMedia("(min-width: 1024px)");
  const [wanted, setWanted] = useState(false);
  const toggle = () => {
    if (!roomy) return void open("preview");
    setWanted(!wanted);
    if (!wanted) void flush();
  };
  return { beside: roomy ? wanted : null, toggle };
}

interface SheetProps {
  writing: WritingState;
  /** Whether the preview stands beside it. */
  beside: boolean;
  deeds: ReturnType<typeof useDeeds>;
  onGo: (place: Place, target: Fix["target"]) => void;
}

/** What is written, and everything about it. */
function Sheet({ writing, beside, deeds, onGo }: SheetProps) {
  const { form, state, campaign } = writing;
  const ended = state.kind === "closed" || state.kind === "gone";
  return (
    <div className={cn("mx-auto w-full max-w-[1180px] px-4 pt-8 pb-24 sm:px-8", beside && "max-w-[1600px]")}>
      <Notices writing={writing} />
      <fieldset
        disabled={ended}
        className={cn(
          "grid min-w-0 grid-cols-1 gap-x-14 gap-y-8",
          beside ? "lg:grid-cols-2" : "lg:grid-cols-[minmax(0,1fr)_320px]",
        )}
      >
        <legend className="sr-only">{say.campaign}</legend>
        <MessageFields writing={writing} disabled={ended} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-8">
          {beside ? <PreviewPane campaign={campaign} /> : null}
          <SidePanel
            form={form}
            campaign={campaign}
            onSchedule={() => void deeds.open("schedule")}
            onFiles={() => deeds.look().then(writing.tell)}
            fixOf={(fix) => <FixButton fix={fix} campaign={campaign} designed={false} onGo={onGo} />}
          />
        </div>
      </fieldset>
    </div>
  );
}

/** The page of one campaign. */
export function Letter({ opened }: { opened: Campaign }) {
  const writing = useWriting(opened);
  const { form, saver, state, campaign } = writing;
  const deeds = useDeeds(writing);
  const preview = useBeside(deeds.open, () => saver.flush());
  const asked = useSaveKey(saver);
  useLeaving(saver, campaign);
  useEnding(writing, deeds.dialog === "send");
  useTitle(campaign.subject);
  const toField = (target: Fix["target"]) => {
    if (target !== "content") return form.setFocus("subject");
    if (form.getValues("writing") === "source") form.setFocus("html_content");
    else writing.pen.current?.focus();
  };
  const go = (place: Place, target: Fix["target"] = "content") => {
    if (place !== "edit") return void deeds.open(place);
    deeds.setDialog(null);
    // The dialog gives the focus back when it is gone.
    setTimeout(() => toField(target));
  };
  return (
    <>
      <WriteHeader
        campaign={campaign}
        busy={deeds.busy}
        line={<SaveLine state={state} kept={saver.kept} asked={asked} onRetry={() => void saver.flush()} />}
        beside={preview.beside}
        onPreview={preview.toggle}
        onOpen={(dialog) => void deeds.open(dialog)}
        onVersions={() => void deeds.openVersions()}
        onDuplicate={() => void deeds.duplicate()}
        onTake={() => void deeds.take().catch((error: unknown) => warn(messageOf(error)))}
      />
      <Sheet writing={writing} beside={preview.beside === true} deeds={deeds} onGo={go} />
      {deeds.versions ? <VersionsDialog writing={writing} onClose={() => deeds.setVersions(false)} /> : null}
      {deeds.dialog ? (
        <CampaignDialog dialog={deeds.dialog} campaign={campaign} onClose={deeds.close} onGo={go} />
      ) : null}
    </>
  );
}
