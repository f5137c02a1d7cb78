import { toast } from "sonner";
import { say } from "./words";

/** The product's alerts, said politely: they never block and are read out by screen readers. */
export const notify = (text: string, detail?: string) => toast.success(text, { description: detail });
export const warn = (text: string) => toast.error(text, { duration: 10_000 });
/** What went wrong, and the way to try once more. */
export const warnAndRetry = (text: string, retry: () => void) =>
  toast.error(text, { duration: 10_000, action: { label: say.tryAgain, onClick: retry } });
/** How long an offer stands. */
export const OFFER_MS = 8000;
/** Something that can be done about what is told, while this is seen. */
export const offer = (text: string, label: string, act: () => void) =>
  toast(text, { duration: OFFER_MS, action: { label, onClick: act } });
/** What was done can be taken back while this is seen. */
export const offerUndo = (text: string, undo: () => void) => offer(text, say.undo, undo);
