import type { ReportFigures } from "@/api/reports";

/** Whether it is known which subscribers opened and clicked. */
export const knowsWhoOpened = ({
  tracking,
  engagement_forgotten_at,
}: Pick<ReportFigures, "tracking" | "engagement_forgotten_at">) =>
  tracking === "full" && engagement_forgotten_at === null;
