import { useEffect, useMemo, useRef, useState } from "react";
import { SWRConfig, useSWRConfig } from "swr";
import { swrDefaults, useKeptHere } from "@/api/hooks";
import { useAuthor } from "@/api/session";
import { GateScreen, gateMessages } from "@/features/accounts/gate-screen";
import { SessionEnded } from "@/features/accounts/session-ended";
import { SignedOutPage } from "@/features/accounts/signed-out-page";
import { useGate } from "@/features/accounts/use-gate";
import { wasSignedIn } from "@/lib/signed-in";
import { Button } from "@/ui/button";
import { Drawer } from "./shell/drawer";
import { WaitingFrame } from "./shell/frame";
import { Shell } from "./shell/shell";
import { ThemeToggle } from "./shell/theme-toggle";
import { say } from "./words";

function SignedOutHeader({ onSignIn }: { onSignIn: () => void }) {
  return (
    <header className="fixed inset-x-0 top-0 flex h-14 items-center px-4 sm:px-6">
      <Drawer>
        {(close) => (
          <Button
            look="accent"
            onClick={() => {
              close();
              onSignIn();
            }}
          >
            {say.signIn}
          </Button>
        )}
      </Drawer>
      <span className="ml-auto">
        <ThemeToggle />
      </span>
    </header>
  );
}

/** Keeps here what is asked for ahead. What was read before the session ran out is read again when its author is back. */
function Cached({ ended }: { ended: boolean }) {
  const { mutate } = useSWRConfig();
  const before = useRef(ended);
  useKeptHere();
  useEffect(() => {
    if (before.current && !ended) void mutate(() => true);
    before.current = ended;
  }, [ended, mutate]);
  return null;
}

/** A cache of its own per author: what one person read is never shown to the next. */
function Dashboard({ ended }: { ended: boolean }) {
  const options = useMemo(() => ({ ...swrDefaults, provider: () => new Map() }), []);
  return (
    <SWRConfig value={options}>
      <Cached ended={ended} />
      <Shell />
    </SWRConfig>
  );
}

/** Every page lies behind this gate. */
export function Gated({ prepare }: { prepare: () => Promise<unknown> }) {
  const [before] = useState(wasSignedIn);
  const gate = useGate(prepare);
  const author = useAuthor();
  if (gate.phase === "ready" || gate.phase === "ended") {
    const ended = gate.phase === "ended";
    return (
      <>
        <Dashboard key={author?.id} ended={ended} />
        {ended ? <SessionEnded config={gate.config} email={author?.email ?? ""} /> : null}
      </>
    );
  }
  if (gate.phase === "signed-out") {
    return <SignedOutPage config={gate.config} renderHeader={(signIn) => <SignedOutHeader onSignIn={signIn} />} />;
  }
  const text = gateMessages[gate.phase];
  return text && before ? <WaitingFrame text={text} /> : <GateScreen gate={gate} />;
}
