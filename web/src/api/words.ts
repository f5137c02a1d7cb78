import { formatDuration } from "@/lib/format";

export const say = {
  // problem
  theServerCouldNotBe: "The server could not be reached. Nothing was changed; try again when the connection is back.",
  httpStatusStatusText: (status: number, statusText: string) => `HTTP ${status}: ${statusText}`,
  anErrorOccurred: "An error occurred",
  tooManyAttemptsComeBack: (retryAfter: number) => `Too many attempts. Come back in ${formatDuration(retryAfter)}.`,
  // upload
  theUploadWasCancelled: "The upload was cancelled.",
};
