import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Mark } from "@/ui/mark";
import type { Gate, Phase } from "./use-gate";
import { say } from "./words";

export const gateMessages: Partial<Record<Phase, string>> = {
  initializing: say.initializingAuthentication,
  verifying: say.verifyingCredentials,
  preparing: say.settingUpAPIClient,
};

export function GateScreen({ gate }: { gate: Gate }) {
  const hosted = gate.config?.provider === "oidc";
  if (gate.phase === "failed") {
    return (
      <main className="mx-auto grid min-h-dvh max-w-xl place-content-center p-6">
        <Empty
          role="alert"
          drawing="broken"
          title={hosted ? say.signingInDoesNotWork : say.letterpressCantBeReached}
          text={gate.error}
          action={
            <Button look="accent" onClick={gate.retry}>
              {say.tryAgain}
            </Button>
          }
        />
      </main>
    );
  }
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-5 p-6">
      <Mark className="size-10 animate-breathe" />
      <p role="status" className="text-13 text-muted">
        {gateMessages[gate.phase]}
      </p>
    </main>
  );
}
