/** What is said of a failure; errors of ours are sentences. */
export const reasonOf = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message ? error.message : fallback;
