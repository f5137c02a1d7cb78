import type { ReactNode } from "react";
import { Loading, Skeleton } from "@/ui/surface";

interface Props {
  /** What is asked for. */
  parts: readonly { data: unknown; error: unknown }[];
  text: string;
  children: ReactNode;
}

/** Parts that stand below one another come at once, so that none pushes the next down. */
export function Together({ parts, text, children }: Props) {
  if (parts.every(({ data, error }) => data !== undefined || error)) return children;
  return (
    <Loading text={text}>
      <Skeleton className="h-96 w-full rounded-card" />
    </Loading>
  );
}
