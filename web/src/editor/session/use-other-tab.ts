import { useEffect, useState } from "react";

/** Whether another tab has the same mail open. */
export function useOtherTab(key: string): boolean {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return;
    const channel = new BroadcastChannel("letterpress-editor");
    const me = Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-");
    const say = (what: string) => channel.postMessage({ what, key, from: me });
    channel.onmessage = ({ data }: MessageEvent<{ what: string; key: string; from: string }>) => {
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
