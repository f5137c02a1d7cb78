import { ApiError, isChangedElsewhere, NetworkError } from "@/api/problem";
import type { Outcome } from "@/editor";

/** What became of a call that saves a mail. Throws what is no answer of the server. */
export async function outcomeOf(call: () => Promise<{ revision: number }>): Promise<Outcome> {
  try {
    return { kind: "saved", revision: (await call()).revision };
  } catch (error) {
    if (error instanceof NetworkError) return { kind: "offline" };
    if (!(error instanceof ApiError)) throw error;
    if (isChangedElsewhere(error)) return { kind: "conflict", message: error.message };
    return { kind: "refused", message: error.message, errors: error.errors };
  }
}
