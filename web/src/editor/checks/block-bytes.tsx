import { sizeOf } from "./size";
import { useReport } from "./use-report";

/** What one block adds to the mail. */
export function BlockBytes({ id }: { id: string }) {
  const bytes = useReport()?.byBlock.get(id);
  if (bytes === undefined) return null;
  return <p className="figures ml-auto text-12 text-muted">{sizeOf(bytes)}</p>;
}
