import type { ReactNode } from "react";

interface Props {
  title: string;
  /** Its state, beside the title. */
  badge?: ReactNode;
  text: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** One of the ways to prove who you are: what it is now, and what can be done about it. */
export function Row({ title, badge, text, actions, children }: Props) {
  return (
    <div className="p-5">
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
