import { useState } from "react";
import { NO_REFUSAL, refusalOf } from "@/api/problem";
import { useSecurityChanged } from "@/api/security";

/**
 * One act of a form. What it refuses stands at the fields that are named, or above them; what it did is read anew by
 * everything that shows it.
 */
export function useAct(fields: readonly string[], fallback: string) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(NO_REFUSAL);
  const changed = useSecurityChanged();
  const run = async <T>(act: () => Promise<T>, onDone: (result: T) => void) => {
    setBusy(true);
    setRefusal(NO_REFUSAL);
    try {
      const result = await act();
      setBusy(false);
      onDone(result);
      void changed();
    } catch (error) {
      setRefusal(refusalOf(error, fields, fallback));
      setBusy(false);
    }
  };
  const refuse = (errors: Record<string, string>) => setRefusal({ errors, problem: null });
  return { busy, ...refusal, run, refuse };
}
