import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { AuthConfig } from "@/api/session";
import { useTitle } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Mark } from "@/ui/mark";
import { FAILURE } from "./hosted";
import { SignInDialog } from "./sign-in-dialog";
import type { Mode } from "./use-access";
import { say } from "./words";

interface Props {
  config: AuthConfig | null;
  /** The small screen's menu, given by the app; it gets the way to open the sign-in modal. */
  renderHeader: (signIn: () => void) => ReactNode;
}

const large = "h-11 px-6 text-[15px]";

function Proof() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 400 420"
      className="w-[400px] text-line-strong"
      fill="none"
      stroke="currentColor"
    >
      <path d="M60 60h240v320H60z" className="fill-page" />
      <path d="M84 40h240v320H84z" className="fill-page" />
      <path d="M108 20h240v320H108z" className="fill-surface" strokeWidth="1.5" />
      <text x="132" y="76" className="fill-text font-serif text-[27px]" stroke="none">
        {say.everyoneGotIt}
      </text>
      <path d="M132 98h192" />
      <path d="M132 122h180M132 140h192M132 158h168M132 176h188M132 194h120" strokeWidth="3" strokeLinecap="round" />
      <path d="M132 230h192v10H132z" className="fill-accent" stroke="none" />
      <g stroke="none" className="figures font-sans text-[14px]">
        <text x="132" y="270" className="fill-muted">
          {say.intended}
        </text>
        <text x="324" y="270" textAnchor="end" className="fill-text">
          12,480
        </text>
        <text x="132" y="294" className="fill-muted">
          {say.sent}
        </text>
        <text x="324" y="294" textAnchor="end" className="fill-text">
          12,480
        </text>
      </g>
    </svg>
  );
}

/** Why signing in elsewhere came to nothing: read from the address once, and taken out of it. */
function useFailure(): string | null {
  const [params, setParams] = useSearchParams();
  const [failure] = useState(() => params.get(FAILURE));
  useEffect(() => {
    if (!params.has(FAILURE)) return;
    const rest = new URLSearchParams(params);
    rest.delete(FAILURE);
    setParams(rest, { replace: true });
  }, [params, setParams]);
  return failure;
}

export function SignedOutPage({ config, renderHeader }: Props) {
  const failure = useFailure();
  const [open, setOpen] = useState(failure !== null);
  /** What the dialog begins with, and how often it was opened: each time anew. */
  const [opened, setOpened] = useState<{ start: Mode; times: number }>({ start: "sign-in", times: 0 });
  const show = (start: Mode) => {
    setOpened(({ times }) => ({ start, times: times + 1 }));
    setOpen(true);
  };
  const isFirst = config?.first_account ?? false;
  useTitle(say.signIn);
  return (
    <div className="min-h-dvh">
      {renderHeader(() => show("sign-in"))}
      <main className="mx-auto grid min-h-dvh max-w-5xl items-center gap-12 px-6 py-20 md:grid-cols-[1.1fr_1fr]">
        <div>
          <Mark className="mb-8 size-12" />
          <h1 className="font-medium font-serif text-5xl tracking-[-0.02em] sm:text-6xl">{say.letterpress}</h1>
          <p className="mt-4 max-w-md text-lg leading-7 text-muted">{say.pleaseSignInToAccess}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            {isFirst ? (
              <Button look="accent" className={large} onClick={() => show("sign-up")}>
                {say.createTheFirstAccount}
              </Button>
            ) : null}
            <Button look={isFirst ? "plain" : "accent"} className={large} onClick={() => show("sign-in")}>
              {say.signIn}
            </Button>
          </div>
        </div>
        <div className="hidden justify-self-end md:block">
          <Proof />
        </div>
      </main>
      <SignInDialog
        key={opened.times}
        config={config}
        open={open}
        onClose={() => setOpen(false)}
        failure={failure}
        start={opened.start}
      />
    </div>
  );
}
