import type { Campaign } from "@/api/campaigns";
import { ApiError, isChangedElsewhere, messageOf, NetworkError } from "@/api/problem";
import { untilSave } from "@/lib/save-pace";
import { isEditable } from "../row-actions";
import type { Desk, SaveState } from "./desk";
import { say } from "./words";
import { changedOf, type Field, fieldsOf, isSame, isSameValue, pick, textOf, type Written, wholeOf } from "./written";

/** Until the browser has a copy: short enough to lose no more than a word. */
const COPY_AFTER_MS = 500;
/** Attempts without an answer that are remembered. */
const MOST_LOST = 30;
/** Between them. */
const RETRY_MS = [2000, 4000, 8000, 15_000, 30_000, 60_000];

interface Start {
  campaign: Campaign;
  /** The save that the writing was begun from; another one than the campaign's is a conflict. */
  revision: number;
  desk: Desk;
}

const isEmpty = (patch: object) => Object.keys(patch).length === 0;

/**
 * Saves what is written on a page, by itself: only what changed, one call at a time, and never over somebody else's.
 * What an answer says never takes the place of what was written since.
 */
export class Saver {
  readonly #desk: Desk;
  readonly #listeners = new Set<() => void>();
  /** The last save that is known of, and what this page and the server agree on. */
  #base: Campaign;
  #known: Written;
  /** The same in the server's words: it cleans the HTML of blocks. */
  #stored: Written;
  #revision: number;
  /** What was on its way when the connection broke, the newest last: any of it may have arrived. */
  #lost: Partial<Written>[] = [];
  /** Values that the server does not take. */
  readonly #refused = new Map<Field, string>();
  #state: SaveState;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #copyTimer: ReturnType<typeof setTimeout> | undefined;
  /** When this page, or whoever saved last, did: in milliseconds, by this browser's clock where it was this page. */
  #savedAt: number;
  /** Since when something waits to be saved. */
  #since: number | null = null;
  #attempts = 0;
  #kept = true;
  /** Whether what is not saved was given up. */
  #given = false;
  /** Whether the page is still there: nothing is begun for one that was left. */
  #open = true;

  constructor({ campaign, revision, desk }: Start) {
    this.#desk = desk;
    this.#base = campaign;
    this.#known = wholeOf(campaign);
    this.#stored = this.#known;
    this.#revision = revision;
    this.#savedAt = Date.parse(campaign.updated_at);
    this.#state = revision === campaign.revision ? { kind: "saved", at: this.#savedAt } : { kind: "conflict" };
  }

  readonly getState = (): SaveState => this.#state;
  readonly getCampaign = (): Campaign => this.#base;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Whether this browser has a copy of what is not saved. */
  get kept() {
    return this.#kept;
  }

  get isClean(): boolean {
    if (this.#given) return true;
    const { patch, refused, unfit } = this.#look();
    return isEmpty(patch) && refused.length === 0 && unfit.length === 0;
  }

  /** Something was written. */
  touch() {
    this.#since ??= Date.now();
    this.#copyTimer ??= setTimeout(() => this.keep(), COPY_AFTER_MS);
    if (this.#isHalted || this.#state.kind === "offline") return;
    if (this.#state.kind !== "saving" && this.#state.kind !== "typing") this.#set({ kind: "typing" });
    this.#later(untilSave(this.#since));
  }

  /** Saves at once; true when nothing is left to save. */
  async flush(): Promise<boolean> {
    do await this.#start();
    while (this.#state.kind === "typing");
    return this.isClean;
  }

  /** Copies what is not saved into this browser; false where there is no room. */
  keep(): boolean {
    clearTimeout(this.#copyTimer);
    this.#copyTimer = undefined;
    if (this.isClean) return true;
    this.#kept = this.#desk.keep(this.#revision);
    return this.#kept;
  }

  /** What the server has, read for whatever reason. */
  offer(campaign: Campaign) {
    if (!isEditable(campaign)) return this.#close(campaign);
    if (this.#running || this.#isHalted || campaign.revision < this.#revision) return;
    if (campaign.revision === this.#revision) {
      this.#base = campaign;
      return this.#tell();
    }
    const theirs = wholeOf(campaign);
    if (isSame(theirs, this.#known) || isSame(theirs, this.#stored)) {
      this.#agree(campaign);
      return this.#tell();
    }
    if (!this.isClean) return this.#halt({ kind: "conflict" });
    this.adopt(campaign);
  }

  /** In place of what is written. */
  adopt(campaign: Campaign) {
    this.#follow(campaign);
    this.#refused.clear();
    this.#desk.show(campaign);
    this.#stopTimers();
    this.#desk.drop();
    this.#set({ kind: "saved", at: this.#savedAt });
  }

  /** An earlier version came back, as this window wanted. */
  restored(campaign: Campaign) {
    this.adopt(campaign);
    this.#desk.saved(campaign);
  }

  /** What is written here takes the place of what the server has. */
  async overwrite(newest: Campaign) {
    this.#follow(newest);
    this.#set({ kind: "typing" });
    await this.flush();
  }

  /** Back to the question which of two saves is to stand, begun from an older one. */
  dispute(revision: number) {
    this.#revision = revision;
    this.#halt({ kind: "conflict" });
    this.keep();
  }

  /** Gives up what is not saved, for the campaign is gone. */
  discard() {
    this.#given = true;
    this.#stopTimers();
    this.#desk.drop();
  }

  /** The page is there. */
  enter() {
    this.#open = true;
  }

  /** The page goes. What is on its way still arrives, the rest is kept in this browser. */
  leave() {
    this.keep();
    this.#stopTimers();
    this.#open = false;
  }

  get #isHalted() {
    return this.#state.kind === "conflict" || this.#state.kind === "closed" || this.#state.kind === "gone";
  }

  /** What could be saved now, what the server refused, and what is not fit to be sent. */
  #look() {
    const { written, unfit } = this.#desk.read(this.#base);
    const fit = pick(
      written,
      fieldsOf(written).filter((field) => !unfit.includes(field)),
    );
    const changed = changedOf(fit, this.#known);
    const refused = changed.filter((field) => this.#refused.get(field) === textOf(fit[field]));
    const patch = pick(
      fit,
      changed.filter((field) => !refused.includes(field)),
    );
    return { patch, refused, unfit };
  }

  #set(state: SaveState) {
    this.#state = state;
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }

  #later(ms: number) {
    clearTimeout(this.#timer);
    if (this.#open) this.#timer = setTimeout(() => void this.#start(), ms);
  }

  #stopTimers() {
    clearTimeout(this.#timer);
    clearTimeout(this.#copyTimer);
    this.#copyTimer = undefined;
    this.#since = null;
  }

  #start(): Promise<void> {
    this.#running ??= this.#save().finally(() => {
      this.#running = null;
      if (this.#state.kind === "typing") this.#later(untilSave(Date.now()));
    });
    return this.#running;
  }

  async #save() {
    while (!this.#isHalted) {
      let { patch } = this.#look();
      clearTimeout(this.#timer);
      this.#since = null;
      if (isEmpty(patch)) return this.#settle();
      this.#set({ kind: "saving" });
      this.keep();
      try {
        patch = await this.#desk.complete(patch, this.#base);
        this.#accept(patch, await this.#desk.save({ ...patch, revision: this.#revision }));
        return this.#settle();
      } catch (error) {
        if (!(await this.#recover(error, patch))) return;
      }
    }
  }

  /** Says how things stand after a save. */
  #settle() {
    const { patch, refused, unfit } = this.#look();
    if (!isEmpty(patch)) return this.#set({ kind: "typing" });
    if (refused.length > 0) return this.#set({ kind: "refused", fields: refused });
    if (unfit.length > 0) return this.#set({ kind: "incomplete", fields: unfit });
    this.#stopTimers();
    this.#desk.drop();
    this.#set({ kind: "saved", at: this.#savedAt });
  }

  #accept(patch: Partial<Written>, answer: Campaign) {
    this.#known = { ...this.#known, ...patch };
    this.#stored = wholeOf(answer);
    this.#base = answer;
    this.#savedAt = Date.now();
    this.#revision = answer.revision;
    this.#lost = [];
    this.#attempts = 0;
    for (const field of fieldsOf(patch)) this.#refused.delete(field);
    this.#desk.saved(answer);
  }

  /** The server's state is known; what is written stays. */
  #follow(campaign: Campaign) {
    this.#base = campaign;
    this.#savedAt = Date.parse(campaign.updated_at);
    this.#known = wholeOf(campaign);
    this.#stored = this.#known;
    this.#revision = campaign.revision;
    this.#lost = [];
  }

  /** Somebody else's save, with the same words. */
  #agree(campaign: Campaign) {
    this.#base = campaign;
    this.#savedAt = Date.parse(campaign.updated_at);
    this.#stored = wholeOf(campaign);
    this.#revision = campaign.revision;
  }

  /** Whether it can be tried again at once. */
  async #recover(error: unknown, patch: Partial<Written>): Promise<boolean> {
    if (error instanceof NetworkError) {
      this.#lost = [...this.#lost, patch].slice(-MOST_LOST);
      return this.#wait({ kind: "offline" });
    }
    const message = messageOf(error, say.failedToUpdateCampaign);
    if (!(error instanceof ApiError)) {
      console.error("Failed to update campaign", error);
      return this.#wait({ kind: "failed", message });
    }
    if (error.status === 409) return await this.#meet(error, patch);
    if (error.status === 404) return this.#halt({ kind: "gone" });
    if (this.#isRefused(error, patch)) return true;
    if (error.status >= 500 || error.status === 429) return this.#wait({ kind: "failed", message }, error.retryAfter);
    // The same again would be refused again.
    for (const field of fieldsOf(patch)) this.#refused.set(field, textOf(patch[field]));
    this.#set({ kind: "failed", message });
    return false;
  }

  /** Sets the fields aside that the server named: the rest is saved without them. */
  #isRefused({ errors }: ApiError, patch: Partial<Written>): boolean {
    // What is made from the design is refused as the design.
    const home = (name = "") => (patch.blocks && /^(theme|html_content|text_content)$/.test(name) ? "blocks" : name);
    const named = errors.map(({ field }) => home(field.split(/[.[]/)[0]));
    const fields = fieldsOf(patch).filter((field) => named.includes(field));
    for (const field of fields) this.#refused.set(field, textOf(patch[field]));
    if (fields.length > 0) this.#desk.refuse(errors);
    return fields.length > 0;
  }

  /** The server has something else than was thought. */
  async #meet(refusal: ApiError, patch: Partial<Written>): Promise<boolean> {
    let newest: Campaign;
    try {
      newest = await this.#desk.load();
    } catch (error) {
      if (error instanceof NetworkError) return this.#wait({ kind: "offline" });
      return this.#wait({ kind: "failed", message: messageOf(error) });
    }
    if (!isEditable(newest)) return this.#close(newest);
    if (!isChangedElsewhere(refusal)) {
      this.#set({ kind: "failed", message: refusal.message });
      return false;
    }
    const theirs = wholeOf(newest);
    // A file was attached, or it is the very save whose answer was lost, or another window's with the same words.
    const sent = [...this.#lost, patch];
    const knownSaves = [this.#known, this.#stored, ...sent];
    const has = (ours: Partial<Written>, field: Field) => field in ours && isSameValue(theirs[field], ours[field]);
    // Blocks come back cleaned; the HTML that was made from them says whose they are.
    const isOurs = fieldsOf(theirs).every(
      (field) =>
        knownSaves.some((ours) => has(ours, field)) ||
        (field === "blocks" && sent.some((ours) => has(ours, "html_content"))),
    );
    if (!isOurs || newest.revision <= this.#revision) return this.#halt({ kind: "conflict" });
    this.#follow(newest);
    return true;
  }

  #wait(state: SaveState, seconds: number | null = null): false {
    const ms = RETRY_MS[Math.min(this.#attempts, RETRY_MS.length - 1)] ?? 0;
    this.#attempts += 1;
    this.keep();
    this.#set(state);
    this.#later(Math.max(ms, (seconds ?? 0) * 1000));
    return false;
  }

  #halt(state: SaveState): false {
    clearTimeout(this.#timer);
    if (state.kind !== "gone" || this.#state.kind !== "gone") this.#set(state);
    return false;
  }

  #close(campaign: Campaign): false {
    this.keep();
    return this.#halt({ kind: "closed", campaign });
  }
}
