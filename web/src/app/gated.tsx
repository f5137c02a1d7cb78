import { useMemo } from "react";
import { SWRConfig } from "swr";
import { swrDefaults } from "@/api/data";
import { useAuthor } from "@/api/use-author";
import { GateScreen } from "@/features/accounts/gate-screen";
import { SignedOutPage } from "@/features/accounts/signed-out-page";
import { useGate } from "@/features/accounts/use-gate";
import { Button } from "@/ui/button";
import { Drawer } from "./shell/drawer";
import { Shell } from "./shell/shell";
import { ThemeToggle } from "./shell/theme-toggle";

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
            Sign in
          </Button>
        )}
      </Drawer>
      <span className="ml-auto">
        <ThemeToggle />
      </span>
    </header>
  );
}

/** A cache of its own per author: what one person read is never shown to the next. */
function Dashboard() {
  const options = useMemo(() => ({ ...swrDefaults, provider: () => new Map() }), []);
  return (
    <SWRConfig value={options}>
      <Shell />
    </SWRConfig>
  );
}

/** Every page lies behind this gate. */
export function Gated({ prepare }: { prepare: () => Promise<unknown> }) {
  const gate = useGate(prepare);
  const author = useAuthor();
  if (gate.phase === "ready") return <Dashboard key={author?.id} />;
  if (gate.phase === "signed-out") {
    return <SignedOutPage config={gate.config} renderHeader={(signIn) => <SignedOutHeader onSignIn={signIn} />} />;
  }
  return <GateScreen gate={gate} />;
}
