import { formatDuration } from "@/lib/format";

export const say = {
  // problem
  theServerCouldNotBe: "Can't reach the server. Nothing was changed. Try again when you're back online.",
  httpStatusStatusText: (status: number, statusText: string) => `HTTP ${status}: ${statusText}`,
  anErrorOccurred: "An error occurred",
  tooManyAttemptsComeBack: (retryAfter: number) => `Too many attempts. Try again in ${formatDuration(retryAfter)}.`,
  // upload
  theUploadWasCancelled: "The upload was cancelled.",
};
