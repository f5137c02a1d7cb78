import { GMAIL_CLIP } from "@/email";
import { cn } from "@/lib/cn";
import { say } from "../words";
import { clipKilobytes, sizeInWords, sizeOf, sizeState } from "./size";
import { useReport } from "./use-report";

/** The bar goes beyond the limit, so that one sees by how much a mail is too large. */
const SCALE = GMAIL_CLIP * 1.25;

const colors = { fine: "bg-green", near: "bg-yellow", over: "bg-red" };

/** How large the mail is, beside the line where Gmail cuts off. */
export default function ByteMeter() {
  const report = useReport();
  if (!report) return null;
  const { bytes } = report;
  const state = sizeState(bytes);
  return (
    <div className="flex items-center gap-2 text-12 text-muted" title={sizeInWords(bytes)}>
      <span className="sr-only">{say.emailSize(sizeInWords(bytes))}</span>
      <div aria-hidden="true" className="relative h-1.5 w-24 rounded-full bg-raised">
        <div
          className={cn("h-full rounded-full transition-[width] duration-150", colors[state])}
          style={{ width: `${Math.min(100, (bytes / SCALE) * 100)}%` }}
        />
        <div className="absolute -top-1 h-3.5 w-px bg-text" style={{ left: `${(GMAIL_CLIP / SCALE) * 100}%` }} />
      </div>
      <span aria-hidden="true" className={cn("figures whitespace-nowrap", state === "over" && "font-medium text-red")}>
        {say.sizeOfLimit(sizeOf(bytes), clipKilobytes)}
      </span>
    </div>
  );
}
