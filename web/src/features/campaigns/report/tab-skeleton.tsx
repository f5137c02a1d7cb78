import type { ReactNode } from "react";
import { Loading } from "@/ui/surface";

/** What a tab waits for, below the place of its title. */
export function TabSkeleton({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="pt-8">
      <Loading text={text}>
        <div className="pt-[30px]">{children}</div>
      </Loading>
    </div>
  );
}
