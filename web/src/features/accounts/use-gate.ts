import { useEffect, useState } from "react";
import { messageOf } from "@/api/problem";
import { authConfig, currentAuthor, onSessionChange, refresh } from "@/api/session";
import type { AuthConfig } from "@/api/types";

export type Phase = "initializing" | "verifying" | "preparing" | "ready" | "signed-out" | "failed";

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
      if (!session) return step("signed-out");
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
      setPhase((now) => {
        if (now === "ready" && !author) return "signed-out";
        if (now === "signed-out" && author) return "preparing";
        return now;
      });
    };
    return onSessionChange(follow);
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
