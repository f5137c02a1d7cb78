import { ApiError, NetworkError } from "@/api/problem";
import type { Outcome } from "@/editor";

/** What became of a call that saves a mail. Throws what is no answer of the server. */
export async function outcomeOf(call: () => Promise<{ revision: number }>): Promise<Outcome> {
  try {
    return { kind: "saved", revision: (await call()).revision };
  } catch (error) {
    if (error instanceof NetworkError) return { kind: "offline" };
    if (!(error instanceof ApiError)) throw error;
    // The server says so in these words; any other conflict is a state that does not allow it.
    if (error.status === 409 && error.message.includes("changed elsewhere"))
      return { kind: "conflict", message: error.message };
    return { kind: "refused", message: error.message, errors: error.errors };
  }
}
