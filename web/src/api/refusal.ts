import { formatDuration } from "@/lib/format";
import { ApiError, messageOf } from "./problem";

/** What a refused call says: errors by their field, and a sentence for what has none. */
export interface Refusal {
  errors: Record<string, string>;
  problem: string | null;
}

export const NO_REFUSAL: Refusal = { errors: {}, problem: null };

/** The sentence of a failed call; for too many tries, with when to come back. */
export function sentenceOf(error: unknown, fallback?: string): string {
  if (error instanceof ApiError && error.status === 429 && error.retryAfter !== null)
    return `Too many attempts. Come back in ${formatDuration(error.retryAfter)}.`;
  return messageOf(error, fallback);
}

/** Places errors at the fields a form has; whatever has no home there is said in general. */
export function refusalOf(error: unknown, fields: readonly string[], fallback?: string): Refusal {
  const found = error instanceof ApiError ? error.errors : [];
  if (found.length === 0) return { errors: {}, problem: sentenceOf(error, fallback) };
  const errors = Object.fromEntries(
    found.filter(({ field }) => fields.includes(field)).map(({ field, message }) => [field, message]),
  );
  const homeless = found.filter(({ field }) => !fields.includes(field)).map(({ message }) => message);
  return { errors, problem: homeless.length > 0 ? homeless.join(" ") : null };
}
