import type { Answer } from "./schema";
import { say } from "./words";

export type FieldError = Answer<"FieldError">;
/** Partial, for a proxy in between may answer anything. */
type Problem = Partial<Answer<"ProblemBody">>;

/** A non-OK answer of the server, with the sentence a person should read. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: FieldError[];
  /** What kind of problem it is, for those that have a name of their own. */
  readonly kind: string | null;
  /** Seconds to wait before another try, where the server says so. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    message: string,
    errors: FieldError[] = [],
    { kind = null, retryAfter = null }: { kind?: string | null; retryAfter?: number | null } = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.errors = errors;
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/** Refusals that pass by themselves: too slow, too early, too often. */
const PASSING = [408, 425, 429];

/** Whether the same call may be answered otherwise in a moment; one that was refused for what it asks is not. */
export const mayPass = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || PASSING.includes(error.status);

/** Thrown when the request never got an answer. */
export class NetworkError extends Error {
  constructor() {
    super(say.theServerCouldNotBe);
    this.name = "NetworkError";
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null;
}

function fieldErrors(problem: Problem): FieldError[] {
  return Array.isArray(problem.errors) ? problem.errors : [];
}

function secondsOf(header: string | null | undefined): number | null {
  const seconds = header ? Number(header) : Number.NaN;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

export function toApiError(status: number, statusText: string, body: unknown, retryAfter?: string | null): ApiError {
  const problem = isProblem(body) ? body : {};
  const detail = typeof problem.detail === "string" && problem.detail !== "" ? problem.detail : undefined;
  const message = detail ?? (status ? say.httpStatusStatusText(status, statusText) : say.anErrorOccurred);
  const kind = typeof problem.type === "string" && problem.type !== "about:blank" ? problem.type : null;
  return new ApiError(status, message, fieldErrors(problem), { kind, retryAfter: secondsOf(retryAfter) });
}

/** The error's own message, or the fallback the action names. */
export function messageOf(error: unknown, fallback = say.anErrorOccurred): string {
  return error instanceof Error && error.message !== "" ? error.message : fallback;
}

/** Somebody saved in between. The server says so in these words; any other conflict is a state that does not allow it. */
export function isChangedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.message.includes("changed elsewhere");
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** What a refused call says: errors by their field, and a sentence for what has none. */
export interface Refusal {
  errors: Record<string, string>;
  problem: string | null;
}

export const NO_REFUSAL: Refusal = { errors: {}, problem: null };

/** The sentence of a failed call; for too many tries, with when to come back. */
export function sentenceOf(error: unknown, fallback?: string): string {
  if (error instanceof ApiError && error.status === 429 && error.retryAfter !== null)
    return say.tooManyAttemptsComeBack(error.retryAfter);
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
