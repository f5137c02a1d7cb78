import { Loading, Skeleton } from "@/ui/surface";
import { say } from "../words";

/** A page whose code is on its way. */
export function PageSkeleton({ text = say.loadingPage }: { text?: string }) {
  return (
    <Loading text={text}>
      <Skeleton className="h-10 w-64" />
      <Skeleton className="mt-3 h-5 w-96 max-w-full" />
      <Skeleton className="mt-10 h-72 w-full rounded-card" />
    </Loading>
  );
}
