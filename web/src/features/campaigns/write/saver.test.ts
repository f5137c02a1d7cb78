import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Campaign, UpdateCampaign } from "@/api/campaigns";
import { ApiError, type FieldError, NetworkError } from "@/api/problem";
import { campaign } from "@/testing/fake-server";
import { type CampaignForm, formOf } from "../schema";
import type { Desk } from "./desk";
import { Saver } from "./saver";
import { unfitOf, writtenOf } from "./written";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const elsewhere = new ApiError(409, "This campaign was changed elsewhere since you opened it.");

/** A page without a browser, and a server that takes each save or answers what a test says. */
function desk(start: Campaign = campaign()) {
  let present = start;
  const form: CampaignForm = formOf(start);
  const puts: UpdateCampaign[] = [];
  const kept: number[] = [];
  const shown: Campaign[] = [];
  const refused: string[] = [];
  const answers: (() => Promise<Campaign>)[] = [];
  const accept = async (patch: UpdateCampaign) => {
    const { revision: _, ...written } = patch;
    present = { ...present, ...(written as Partial<Campaign>), revision: present.revision + 1 };
    return present;
  };
  const page: Desk = {
    complete: (patch) => Promise.resolve(patch),
    read: (before) => ({ written: writtenOf(form, before), unfit: unfitOf(form) }),
    show: (now) => {
      shown.push(now);
      Object.assign(form, formOf(now));
    },
    refuse: (errors) => refused.push(...errors.map(({ message }) => message)),
    keep: (revision) => kept.push(revision) > 0,
    drop: () => void kept.splice(0),
    save: async (patch) => {
      puts.push(patch);
      return await (answers.shift()?.() ?? accept(patch));
    },
    load: async () => present,
    saved: () => undefined,
  };
  const saver = new Saver({ campaign: start, revision: start.revision, desk: page });
  const type = (subject: string) => {
    form.subject = subject;
    saver.touch();
  };
  const change = (over: Partial<Campaign>) => {
    present = { ...present, ...over };
    return present;
  };
  return { saver, form, puts, kept, shown, refused, answers, accept, type, change };
}

const kindOf = (saver: Saver) => saver.getState().kind;

test("two seconds after the last key what changed is saved, and nothing else", async () => {
  const { saver, type, puts, kept } = desk();
  type("A");
  await vi.advanceTimersByTimeAsync(1900);
  expect(kept).toEqual([1]);
  type("AB");
  await vi.advanceTimersByTimeAsync(1900);
  expect(puts).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(puts).toEqual([{ subject: "AB", revision: 1 }]);
  expect(kindOf(saver)).toBe("saved");
  expect(kept).toEqual([]);
});

test("whoever never stops is saved every five seconds", async () => {
  const { type, puts } = desk();
  for (let at = 0; at <= 110; at += 1) {
    type(`Word ${at}`);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(puts.map(({ revision }) => revision)).toEqual([1, 2]);
});

test("one save at a time; what was typed meanwhile stays and is saved after it", async () => {
  const { saver, type, puts, answers, accept, form } = desk();
  let answer: () => void = () => undefined;
  answers.push(
    () =>
      new Promise((resolve) => {
        answer = () => void accept({ subject: "One" }).then(resolve);
      }),
  );
  type("One");
  await vi.advanceTimersByTimeAsync(2000);
  type("One and two");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(puts).toHaveLength(1);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(form.subject).toBe("One and two");
  expect(kindOf(saver)).toBe("typing");
  await vi.advanceTimersByTimeAsync(2000);
  expect(puts).toEqual([
    { subject: "One", revision: 1 },
    { subject: "One and two", revision: 2 },
  ]);
  expect(saver.isClean).toBe(true);
});

test("a field that is refused is told, set aside until it is changed, and the rest is saved", async () => {
  const { saver, form, puts, refused, answers } = desk();
  const errors: FieldError[] = [
    { code: "invalid_tag", field: "subject", message: "Line 1, column 3: there is no such tag." },
  ];
  answers.push(() => Promise.reject(new ApiError(422, "Bad.", errors)));
  form.subject = "{{ nothing }}";
  form.preheader = "Seen";
  expect(await saver.flush()).toBe(false);
  expect(refused).toEqual(["Line 1, column 3: there is no such tag."]);
  expect(puts[1]).toEqual({ preheader: "Seen", revision: 1 });
  expect(saver.getState()).toEqual({ kind: "refused", fields: ["subject"] });
  expect(await saver.flush()).toBe(false);
  expect(puts).toHaveLength(2);
  form.subject = "Better";
  expect(await saver.flush()).toBe(true);
  expect(puts[2]).toEqual({ subject: "Better", revision: 2 });
});

test("what is not fit to be sent waits; the rest does not", async () => {
  const { saver, form, puts } = desk();
  form.subject = " ";
  form.preheader = "Seen";
  expect(await saver.flush()).toBe(false);
  expect(puts).toEqual([{ preheader: "Seen", revision: 1 }]);
  expect(saver.getState()).toEqual({ kind: "incomplete", fields: ["subject"] });
});

test("without a connection it is kept here and tried again, ever more rarely", async () => {
  const { saver, type, puts, kept, answers } = desk();
  for (let times = 0; times < 3; times += 1) answers.push(() => Promise.reject(new NetworkError()));
  type("Mine");
  await vi.advanceTimersByTimeAsync(2000);
  expect(kindOf(saver)).toBe("offline");
  expect(kept.length).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(2000);
  expect(puts).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(3900);
  expect(puts).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(puts).toHaveLength(3);
  // The connection is back.
  await saver.flush();
  expect(kindOf(saver)).toBe("saved");
  expect(kept).toEqual([]);
});

test("the save whose answer was lost is no conflict", async () => {
  const { saver, form, puts, answers, accept } = desk();
  answers.push(async () => {
    await accept({ subject: "Mine" });
    throw new NetworkError();
  });
  form.subject = "Mine";
  await saver.flush();
  expect(kindOf(saver)).toBe("offline");
  answers.push(() => Promise.reject(elsewhere));
  form.preheader = "More";
  expect(await saver.flush()).toBe(true);
  expect(puts.at(-1)).toEqual({ preheader: "More", revision: 2 });
});

test("what somebody else saved is not overwritten unasked", async () => {
  const { saver, form, puts, answers, change } = desk();
  form.subject = "Mine";
  const newest = change({ subject: "Theirs", revision: 5 });
  answers.push(() => Promise.reject(elsewhere));
  expect(await saver.flush()).toBe(false);
  expect(kindOf(saver)).toBe("conflict");
  saver.touch();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(puts).toHaveLength(1);
  await saver.overwrite(newest);
  expect(puts[1]).toEqual({ subject: "Mine", revision: 5 });
  expect(kindOf(saver)).toBe("saved");
});

test("a window without changes of its own follows; one with changes asks", async () => {
  const { saver, form, shown, change } = desk();
  saver.offer(change({ subject: "Theirs", revision: 2 }));
  expect(shown).toHaveLength(1);
  expect(form.subject).toBe("Theirs");
  form.subject = "Mine";
  saver.offer(change({ subject: "Theirs again", revision: 3 }));
  expect(form.subject).toBe("Mine");
  expect(kindOf(saver)).toBe("conflict");
});

test("a file that was attached moves the revision and nothing else", async () => {
  const { saver, form, puts, change } = desk();
  form.subject = "Half writ";
  saver.offer(change({ revision: 4 }));
  expect(form.subject).toBe("Half writ");
  await saver.flush();
  expect(puts).toEqual([{ subject: "Half writ", revision: 4 }]);
});

test("a campaign that is sent meanwhile takes no more, and what was written is kept", async () => {
  const { saver, form, puts, kept, answers, change } = desk();
  form.subject = "Too late";
  change({ status: "sending" });
  answers.push(() => Promise.reject(new ApiError(409, "This campaign is being sent.")));
  expect(await saver.flush()).toBe(false);
  expect(kindOf(saver)).toBe("closed");
  expect(kept.length).toBeGreaterThan(0);
  saver.touch();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(puts).toHaveLength(1);
});

test("a server that fails is asked again when it says", async () => {
  const { saver, type, puts, answers } = desk();
  answers.push(() => Promise.reject(new ApiError(503, "Busy.", [], { retryAfter: 20 })));
  type("Mine");
  await vi.advanceTimersByTimeAsync(2000);
  expect(saver.getState()).toEqual({ kind: "failed", message: "Busy." });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(puts).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(puts).toHaveLength(2);
  expect(kindOf(saver)).toBe("saved");
});

test("a page that was left begins no save", async () => {
  const { saver, type, puts, kept } = desk();
  type("Mine");
  saver.leave();
  expect(kept).toEqual([1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(puts).toEqual([]);
});

test("of several saves without an answer, the first may be the one that arrived", async () => {
  const { saver, form, puts, answers, accept } = desk();
  answers.push(
    () => accept({ subject: "One" }).then(() => Promise.reject(new NetworkError())),
    () => Promise.reject(new NetworkError()),
    () => Promise.reject(new ApiError(409, "This campaign was changed elsewhere since you opened it.", [])),
  );
  form.subject = "One";
  await saver.flush();
  form.subject = "One, two";
  await saver.flush();
  form.subject = "One, two, three";
  expect(await saver.flush()).toBe(true);
  expect(puts.at(-1)).toEqual({ subject: "One, two, three", revision: 2 });
  expect(kindOf(saver)).toBe("saved");
});
