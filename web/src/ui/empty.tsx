import type { ReactNode } from "react";

const drawings = {
  /** A folded sheet leaving a press. */
  letter: (
    <>
      <path d="M28 30h64v52H28z" />
      <path d="m28 34 32 24 32-24" />
      <path d="M40 18h40M48 10h24" opacity=".5" />
      <path d="M20 92h80" />
      <path d="M36 92v-4M60 92v-4M84 92v-4" opacity=".5" />
    </>
  ),
  readers: (
    <>
      <circle cx="60" cy="36" r="14" />
      <path d="M34 84c2-18 13-27 26-27s24 9 26 27" />
      <path d="M26 44a9 9 0 1 1 6-16M94 44a9 9 0 1 0-6-16" opacity=".5" />
      <path d="M12 78c1-12 7-19 16-20M108 78c-1-12-7-19-16-20" opacity=".5" />
      <path d="M20 92h80" />
    </>
  ),
  press: (
    <>
      <path d="M30 90V42h60v48" />
      <path d="M22 42h76" />
      <path d="M60 42V22m-16 0h32" />
      <path d="M42 62h36M42 70h36M42 78h22" opacity=".5" />
      <path d="M18 92h84" />
      <path d="M52 14h16v8H52z" opacity=".5" />
    </>
  ),
  magnifier: (
    <>
      <circle cx="54" cy="46" r="24" />
      <path d="m72 64 20 22" />
      <path d="M42 42h24M42 50h16" opacity=".5" />
      <path d="M20 92h80" opacity=".5" />
    </>
  ),
  broken: (
    <>
      <path d="M22 34h30l-6 14 12 8-8 26H22zM98 34H68l-6 14 12 8-8 26h32z" />
      <path d="M60 14v8M48 18l4 6M72 18l-4 6" opacity=".5" />
      <path d="M18 92h84" />
    </>
  ),
  page: (
    <>
      <path d="M38 14h34l14 14v64H38z" />
      <path d="M72 14v14h14" />
      <path d="M50 56c2-8 18-8 18 2 0 7-8 6-8 13M60 79v1" />
    </>
  ),
};

interface Props {
  drawing: keyof typeof drawings;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  role?: "alert" | "status";
}

/** One line drawing, one sentence, one action. */
export function Empty({ drawing, title, text, action, role }: Props) {
  return (
    <div
      role={role}
      className="flex flex-col items-center rounded-card border border-line border-dashed px-6 py-14 text-center"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 120 100"
        className="mb-5 h-[100px] w-[120px] text-muted"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {drawings[drawing]}
      </svg>
      <p className="font-medium font-serif text-xl">{title}</p>
      {text ? <p className="mt-1.5 max-w-md break-words text-muted">{text}</p> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
