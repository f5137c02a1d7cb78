import type { ReactNode } from "react";

interface Props {
  /** What links lead to. */
  id?: string;
  title: string;
  /** Its state, beside the title. */
  badge?: ReactNode;
  text: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** One of the ways to prove who you are: what it is now, and what can be done about it. */
export function Row({ id, title, badge, text, actions, children }: Props) {
  return (
    <div id={id} tabIndex={-1} className="scroll-mt-20 p-5 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="flex flex-wrap items-center gap-2 font-medium text-13">
            {title}
            {badge}
          </h3>
          <div className="mt-0.5 text-13 text-muted">{text}</div>
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
