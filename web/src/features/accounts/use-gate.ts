import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/api/problem";
import { type AuthConfig, authConfig, currentAuthor, onSessionChange, refresh, sessionEnding } from "@/api/session";
import { goesThroughProvider } from "./hosted";

export type Phase = "initializing" | "verifying" | "preparing" | "ready" | "ended" | "signed-out" | "failed";

export interface Gate {
  phase: Phase;
  config: AuthConfig | null;
  error: string | null;
  retry: () => void;
}

/** Gives the browser a chance to show the message of the step that just began. */
const painted = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Leads from nothing known to a signed-in author whose API client holds a token, or to the signed-out page. */
export function useGate(prepare: () => Promise<unknown>): Gate {
  const [phase, setPhase] = useState<Phase>("initializing");
  const [config, setConfig] = useState<AuthConfig | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ phase, config });
  latest.current = { phase, config };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts the walk again
  useEffect(() => {
    let current = true;
    const step = async (next: Phase) => {
      if (!current) return;
      setPhase(next);
      await painted();
    };
    const walk = async () => {
      await step("initializing");
      const known = await authConfig();
      if (current) setConfig(known);
      await step("verifying");
      const session = known.session === false ? null : await refresh();
      if (!current) return;
      if (!session) return known.session && goesThroughProvider(known) ? undefined : step("signed-out");
      await step("preparing");
    };
    walk().catch((reason: unknown) => {
      if (!current) return;
      setError(messageOf(reason));
      setPhase("failed");
    });
    return () => {
      current = false;
    };
  }, [attempt, prepare]);

  useEffect(() => {
    const follow = () => {
      const author = currentAuthor();
      const ending = sessionEnding();
      const expired = latest.current.phase === "ready" && ending === "expired";
      const leaves = expired && goesThroughProvider(latest.current.config);
      setPhase((now) => {
        if (now === "ready" && ending) return leaves ? "verifying" : ending === "expired" ? "ended" : "signed-out";
        if (now === "ended" && !ending) return "ready";
        if (now === "ended" && ending === "signed-out") return "signed-out";
        if (now === "signed-out" && author && !ending) return "preparing";
        return now;
      });
    };
    return onSessionChange(follow);
  }, []);

  // Back from the provider by the browser's button, the page is as it was left.
  useEffect(() => {
    const again = (event: PageTransitionEvent) => {
      if (event.persisted && (!currentAuthor() || sessionEnding())) setAttempt((count) => count + 1);
    };
    addEventListener("pageshow", again);
    return () => removeEventListener("pageshow", again);
  }, []);

  // Also reached by signing in on the signed-out page, where no walk is under way.
  useEffect(() => {
    if (phase !== "preparing") return;
    let current = true;
    const done = () => current && setPhase("ready");
    prepare().then(done, done);
    return () => {
      current = false;
    };
  }, [phase, prepare]);

  return { phase, config, error, retry: () => setAttempt((count) => count + 1) };
}
