export interface FieldError {
  /** The field's path in the body, such as `blocks[3].href`. */
  field: string;
  message: string;
}

interface Problem {
  type?: string;
  title?: string;
  detail?: string;
  errors?: FieldError[];
}

/** A refusal of the server (RFC 9457). The message is its sentence for people. */
export class LetterpressError extends Error {
  readonly status: number;
  /** What kind of problem, as a URI; "about:blank" where the status says it all. */
  readonly type: string;
  readonly title: string;
  /** With status 422: which fields, and why. */
  readonly errors: FieldError[];
  /** With status 429 and 503: seconds after which to come back. */
  readonly retryAfter: number | null;

  constructor(status: number, problem: Problem, retryAfter: number | null = null) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.name = "LetterpressError";
    this.status = status;
    this.type = problem.type ?? "about:blank";
    this.title = problem.title ?? "";
    this.errors = Array.isArray(problem.errors) ? problem.errors : [];
    this.retryAfter = retryAfter;
  }

  /** The message for a field, if it was refused. */
  fieldError(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.message;
  }
}

/** Seconds of a Retry-After header, which may also be a date (RFC 9110 §10.2.3). */
export function retryAfterOf(headers: Headers): number | null {
  const value = headers.get("Retry-After");
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** The problem that an answer carries. A proxy in between may answer anything. */
export async function problemOf(response: Response): Promise<LetterpressError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = typeof body === "object" && body !== null ? (body as Problem) : { title: response.statusText };
  return new LetterpressError(response.status, problem, retryAfterOf(response.headers));
}
