import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type FieldPath, type UseFormReturn, useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { type Campaign, readCampaign, updateCampaign } from "@/api/campaigns";
import { ApiError, type FieldError } from "@/api/problem";
import { currentAuthor, useAuthor } from "@/api/session";
import { type Draft, dropDraft, writeDraft } from "@/lib/drafts";
import { useFound } from "@/ui/form-draft";
import { affected } from "../actions";
import { EDITED_CAMPAIGN, keptAt } from "../drafts";
import { ourAbField } from "../edit/ab-form";
import { type CampaignForm, campaignFields, campaignSchema, formOf } from "../schema";
import { complete } from "./complete";
import type { Desk } from "./desk";
import { Saver } from "./saver";
import { say } from "./words";
import { changedOf, unfitOf, wholeOf, writtenOf } from "./written";

type Form = UseFormReturn<CampaignForm>;

/** What other windows are told after a save. */
const CHANNEL = "letterpress-campaign-saved";

/** This window: a channel tells its own as well. */
const ME = Math.random().toString(36);

interface Saved {
  key: string;
  from: string;
}

function tellOthers(key: string) {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ key, from: ME } satisfies Saved);
  channel.close();
}

/** Whose text a page shows at this moment. */
export interface Pen {
  /** The design as it is written now. */
  read(): string;
  focus(): void;
}

/** What a design is refused for, wherever the server found it. */
const OF_DESIGN = /^(?:blocks|theme|html_content|text_content)\b/;

function showRefused(form: Form, errors: FieldError[]) {
  const designed = form.getValues("writing") !== "source";
  for (const { field, message } of errors) {
    if (designed && OF_DESIGN.test(field)) {
      form.setError("design", { type: "server", message });
      continue;
    }
    const ours = ourAbField(field);
    const home = campaignFields.find((name) => name === ours || ours.startsWith(`${name}.`));
    if (home) form.setError(home, { type: "server", message });
  }
}

/** Says at its fields what is not fit to be saved. */
export function showUnfit(form: Form) {
  for (const { path, message } of campaignSchema.safeParse(form.getValues()).error?.issues ?? [])
    form.setError(path.join(".") as FieldPath<CampaignForm>, { type: "unfit", message });
}

function deskOf(form: Form, valuesOf: () => CampaignForm, campaign: Campaign, author: number): Desk {
  const id = keptAt(campaign);
  return {
    read: (before) => {
      const values = valuesOf();
      return { written: writtenOf(values, before), unfit: unfitOf(values) };
    },
    show: (now) => form.reset(formOf(now)),
    refuse: (errors) => showRefused(form, errors),
    keep: (revision) => {
      const values = valuesOf();
      const draft = { title: values.subject, at: Date.now(), base: String(revision), values };
      return writeDraft(author, EDITED_CAMPAIGN, id, draft);
    },
    drop: () => dropDraft(author, EDITED_CAMPAIGN, id),
    complete,
    save: async (patch) => {
      // Somebody else may have signed in since.
      if (currentAuthor()?.id !== author) throw new ApiError(401, say.yourSessionEnded);
      return await updateCampaign(campaign, patch);
    },
    load: () => readCampaign(campaign),
    saved: () => tellOthers(id),
  };
}

/** The save that a kept draft was begun from. One that cannot be read is older than any. */
function begunFrom(draft: Draft<CampaignForm>): number {
  const revision = Number(draft.base ?? 0);
  return Number.isInteger(revision) ? revision : 0;
}

/** What this browser kept of it; null where the server has the very same. */
function useKept(campaign: Campaign, author: number): Draft<CampaignForm> | null {
  // What was kept before there were designs in it is a draft all the same.
  const { design: _, ...start } = formOf(campaign);
  const found = useFound({ author, form: EDITED_CAMPAIGN, id: keptAt(campaign), start }).draft;
  const [kept] = useState(() => {
    if (!found) return null;
    const values: CampaignForm = { ...formOf(campaign), ...found.values };
    const differs = changedOf(writtenOf(values, campaign), wholeOf(campaign)).length > 0;
    return differs ? { ...found, values } : null;
  });
  return kept;
}

/** Asks the server now and then whether somebody else saved. */
function useOthers(saver: Saver, campaign: Campaign) {
  useEffect(() => {
    const key = keptAt(campaign);
    const look = () =>
      void readCampaign(campaign).then(
        (now) => saver.offer(now),
        () => undefined,
      );
    const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
    if (channel) channel.onmessage = ({ data }: MessageEvent<Saved>) => data.key === key && data.from !== ME && look();
    addEventListener("focus", look);
    return () => {
      channel?.close();
      removeEventListener("focus", look);
    };
  }, [saver, campaign]);
}

/** Saves whenever the author may be about to go. */
function useAtOnce(saver: Saver) {
  useEffect(() => {
    const save = () => void (saver.isClean || saver.flush());
    const hidden = () => {
      if (document.visibilityState === "hidden") save();
    };
    const online = () => void (saver.getState().kind === "offline" && saver.flush());
    const close = (event: BeforeUnloadEvent) => {
      if (saver.isClean) return;
      save();
      if (!saver.keep()) event.preventDefault();
    };
    const gone = () => void saver.keep();
    addEventListener("blur", save);
    addEventListener("online", online);
    addEventListener("beforeunload", close);
    addEventListener("pagehide", gone);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      removeEventListener("blur", save);
      removeEventListener("online", online);
      removeEventListener("beforeunload", close);
      removeEventListener("pagehide", gone);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, [saver]);
}

/** Everything that is written, also what no field of the form shows. */
function useValues(form: Form) {
  const pen = useRef<Pen | null>(null);
  const [valuesOf] = useState(() => () => {
    const design = pen.current?.read();
    if (design !== undefined && design !== form.getValues("design")) form.setValue("design", design);
    return form.getValues();
  });
  return { pen, valuesOf };
}

interface Restoring {
  form: Form;
  valuesOf: () => CampaignForm;
  saver: Saver;
  kept: Draft<CampaignForm> | null;
  opened: Campaign;
}

/** The draft that was found, the way to give it up, and the way back from that. */
function useRestored({ form, valuesOf, saver, kept, opened }: Restoring) {
  const [restored, setRestored] = useState(kept);
  const startOver = () => {
    const values = structuredClone(valuesOf());
    const disputed = saver.getState().kind === "conflict";
    if (disputed) saver.adopt(saver.getCampaign());
    else {
      form.reset(formOf(opened));
      saver.touch();
    }
    setRestored(null);
    return () => {
      form.reset(values);
      setRestored(restored);
      if (disputed && kept) saver.dispute(begunFrom(kept));
      else saver.touch();
    };
  };
  return { restored, startOver };
}

/** A campaign that is being written, saved by itself. */
export function useWriting(campaign: Campaign) {
  const author = useAuthor()?.id ?? 0;
  const kept = useKept(campaign, author);
  const form = useForm<CampaignForm>({ defaultValues: kept?.values ?? formOf(campaign) });
  const { pen, valuesOf } = useValues(form);
  const [saver] = useState(
    () =>
      new Saver({
        campaign,
        revision: kept ? begunFrom(kept) : campaign.revision,
        desk: deskOf(form, valuesOf, campaign, author),
      }),
  );
  const { mutate } = useSWRConfig();
  const state = useSyncExternalStore(saver.subscribe, saver.getState);
  const now = useSyncExternalStore(saver.subscribe, saver.getCampaign);
  useOthers(saver, campaign);
  useAtOnce(saver);
  useEffect(() => {
    saver.enter();
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // What was said about it was said about other words.
        const part = name?.split(".")[0];
        // It was read just now, not written.
        if (part === "design") return;
        if (part) form.clearErrors(part as FieldPath<CampaignForm>);
        saver.touch();
      },
    });
    if (kept) saver.touch();
    return () => {
      stop();
      saver.leave();
      // At the end of a session everything that was read goes with the page.
      mutate(affected).catch(() => undefined);
    };
  }, [form, saver, kept, mutate]);
  useEffect(() => {
    if (state.kind === "incomplete") showUnfit(form);
  }, [state, form]);
  const restoring = useRestored({ form, valuesOf, saver, kept, opened: campaign });
  /** Has other windows look at the campaign again. */
  const tell = () => tellOthers(keptAt(campaign));
  return { form, pen, valuesOf, saver, state, campaign: now, tell, ...restoring };
}

export type WritingState = ReturnType<typeof useWriting>;
