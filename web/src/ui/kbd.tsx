import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-[5px] border border-line bg-raised px-1 font-sans text-11 text-muted">
      {children}
    </kbd>
  );
}
