import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

export function Card({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("rounded-card border border-line bg-surface", className)} {...props} />;
}

interface SectionProps {
  id: string;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A part of a page that the sidebar can point to. */
export function Section({ id, title, description, actions, children, className }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={cn("mt-10 scroll-mt-20 outline-none", className)}
    >
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id={`${id}-title`} className="text-base font-semibold">
            {title}
          </h2>
          {description ? <p className="mt-0.5 text-13 text-muted">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}

export function PageHeader({
  id,
  title,
  lead,
  children,
}: {
  id?: string;
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header
      id={id}
      tabIndex={-1}
      className="flex scroll-mt-20 flex-wrap items-end justify-between gap-x-6 gap-y-4 outline-none"
    >
      <div className="min-w-0">
        <h1 className="font-medium font-serif text-[32px] leading-10 tracking-[-0.01em]">{title}</h1>
        <p className="mt-1 max-w-2xl text-muted">{lead}</p>
      </div>
      {children ? <div className="flex flex-wrap items-center gap-2">{children}</div> : null}
    </header>
  );
}

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn("block animate-breathe rounded-[6px] bg-raised", className)} />;
}

/** What is being waited for: heard at once, seen only if the wait is long. */
export function Loading({ text, hint, children }: { text: string; hint?: string; children?: ReactNode }) {
  return (
    <div aria-busy="true">
      <p role="status" className="mb-3 animate-late text-13 text-muted">
        {text}
        {hint ? <span className="ml-2">{hint}</span> : null}
      </p>
      {children}
    </div>
  );
}

export function Banner({
  tone = "red",
  children,
  action,
}: {
  tone?: "red" | "yellow" | "blue";
  children: ReactNode;
  action?: ReactNode;
}) {
  const tones = { red: "bg-red-soft text-red", yellow: "bg-yellow-soft text-yellow", blue: "bg-blue-soft text-blue" };
  return (
    <div
      role={tone === "red" ? "alert" : "status"}
      className={cn("flex flex-wrap items-center justify-between gap-3 rounded-control px-4 py-3 text-13", tones[tone])}
    >
      <div className="min-w-0 break-words">{children}</div>
      {action}
    </div>
  );
}
