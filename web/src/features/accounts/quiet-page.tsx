import type { ReactNode } from "react";
import { useTitle } from "@/lib/hooks";
import { Mark } from "@/ui/mark";

/** A page that a mailed link opens: one thing to read or do, signed in or not. */
export function QuietPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center px-6 py-16">
      <Mark className="mb-8 size-10" />
      <h1 className="font-medium font-serif text-[32px] leading-10 tracking-[-0.01em]">{title}</h1>
      <div className="mt-4 grid gap-5">{children}</div>
    </main>
  );
}
