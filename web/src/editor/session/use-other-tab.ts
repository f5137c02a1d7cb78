import { useEffect, useState } from "react";

const CHANNEL = "letterpress-editor";

interface Message {
  /** "open" and "close" of a mail, "here" of who has it open, "who" asks all. */
  what: "open" | "close" | "here" | "who";
  key: string;
  from: string;
}

const newName = () => Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-");

/** Tabs that are awake have answered by then. */
const ANSWER_MS = 300;

/** The mails that are open in this browser. A tab that sleeps does not answer. */
export function openElsewhere(): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (typeof BroadcastChannel === "undefined") return Promise.resolve(found);
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<Message>) => data.what === "here" && found.add(data.key);
    channel.postMessage({ what: "who", key: "", from: newName() } satisfies Message);
    setTimeout(() => {
      channel.close();
      resolve(found);
    }, ANSWER_MS);
  });
}

/** Whether another tab has the same mail open. */
export function useOtherTab(key: string): boolean {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return;
    const channel = new BroadcastChannel(CHANNEL);
    const me = newName();
    const say = (what: Message["what"]) => channel.postMessage({ what, key, from: me } satisfies Message);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.what === "who") return say("here");
      if (data.key !== key || data.from === me) return;
      if (data.what === "open") say("here");
      setOthers((now) => {
        const next = new Set(now);
        if (data.what === "close") next.delete(data.from);
        else next.add(data.from);
        return next;
      });
    };
    say("open");
    const leave = () => say("close");
    addEventListener("pagehide", leave);
    return () => {
      leave();
      removeEventListener("pagehide", leave);
      channel.close();
    };
  }, [key]);
  return others.size > 0;
}
