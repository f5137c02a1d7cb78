import { type BaseSyntheticEvent, useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, messageOf, NetworkError } from "./problem";

/**
 * Puts the server's field errors at their fields. Returns what is left to say in general, or null when every
 * error found its field.
 */
export function placeErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  fields: readonly Path<T>[],
  fallback: string,
): string | null {
  if (!(error instanceof ApiError) || error.errors.length === 0) return messageOf(error, fallback);
  const homeless: string[] = [];
  const placed: Path<T>[] = [];
  for (const { field, message } of error.errors) {
    const home = fields.find((name) => name === field || field.startsWith(`${name}.`));
    if (home) {
      form.setError(home, { type: "server", message });
      placed.push(home);
    } else homeless.push(message);
  }
  // The topmost, so that the author reads the errors from above.
  const first = fields.find((name) => placed.includes(name));
  if (first) form.setFocus(first);
  return homeless.length > 0 ? homeless.join(" ") : null;
}

/** The same error, its fields under the names that a form has for them. */
export function withFields(error: unknown, ours: (field: string) => string): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.errors.map((one) => ({ ...one, field: ours(one.field) }));
  return new ApiError(error.status, error.message, errors);
}

/** A key for one intent. crypto.randomUUID is missing on plain http, random bytes are not. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A key per intent: the same payload sent again after a lost connection keeps its key, so that nothing is made
 * twice; any other attempt gets a new one.
 */
export function useIdempotencyKey() {
  const last = useRef<{ payload: string; key: string } | null>(null);
  return {
    keyFor(payload: unknown): string {
      const text = JSON.stringify(payload ?? null);
      if (last.current?.payload !== text) last.current = { payload: text, key: newIdempotencyKey() };
      return last.current.key;
    },
    /** After an answer, whatever it was, the next attempt is a new intent. */
    settled(error?: unknown) {
      if (!(error instanceof NetworkError)) last.current = null;
    },
  };
}

/** The key of an intent by what it sends. */
export type KeyFor = (payload: unknown) => string;

interface Submission<T extends FieldValues> {
  form: UseFormReturn<T>;
  /** From the topmost on. */
  fields: readonly Path<T>[];
  /** Said where the server gives no reason. */
  failure: string;
  /** Sends what was typed; the key is the intent's. */
  send: (values: T, keyFor: KeyFor) => Promise<void>;
  /** The form's name for a field of the server's. */
  ours?: (field: string) => string;
}

/** Sends a form and places what the server refuses; the problem is what has no field to stand at. */
export function useSubmission<T extends FieldValues>({ form, fields, failure, send, ours }: Submission<T>) {
  const [problem, setProblem] = useState<string | null>(null);
  const intent = useIdempotencyKey();
  /** Whether it was sent. */
  const submit = async (event?: BaseSyntheticEvent): Promise<boolean> => {
    let sent = false;
    await form.handleSubmit(async (values) => {
      setProblem(null);
      try {
        await send(values, intent.keyFor);
        intent.settled();
        sent = true;
      } catch (error) {
        intent.settled(error);
        setProblem(placeErrors(form, ours ? withFields(error, ours) : error, fields, failure));
      }
    })(event);
    return sent;
  };
  return { problem, submit };
}
