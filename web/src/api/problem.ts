import type { FieldError, Problem } from "./types";

/** A non-OK answer of the server, with the sentence a person should read. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: FieldError[];

  constructor(status: number, message: string, errors: FieldError[] = []) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.errors = errors;
  }
}

/** Thrown when the request never got an answer. */
export class NetworkError extends Error {
  constructor() {
    super("The server could not be reached. Nothing was changed; try again when the connection is back.");
    this.name = "NetworkError";
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null;
}

function fieldErrors(problem: Problem): FieldError[] {
  return Array.isArray(problem.errors) ? problem.errors : [];
}

export function toApiError(status: number, statusText: string, body: unknown): ApiError {
  const problem = isProblem(body) ? body : {};
  const detail = typeof problem.detail === "string" && problem.detail !== "" ? problem.detail : undefined;
  const message = detail ?? (status ? `HTTP ${status}: ${statusText}` : "An error occurred");
  return new ApiError(status, message, fieldErrors(problem));
}

/** The error's own message, or the fallback the action names. */
export function messageOf(error: unknown, fallback = "An error occurred"): string {
  return error instanceof Error && error.message !== "" ? error.message : fallback;
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
