import { Loading, Skeleton } from "@/ui/surface";

/** Stands where the editor will be. */
export function WorkbenchLoading({ text }: { text: string }) {
  return (
    <div className="p-6">
      <Loading text={text}>
        <Skeleton className="h-10 w-64" />
        <Skeleton className="mt-4 h-[60dvh] w-full rounded-card" />
      </Loading>
    </div>
  );
}
