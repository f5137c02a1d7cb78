import { useState } from "react";
import { type AuthConfig, leaveEnded } from "@/api/session";
import { useOnceHandsRest } from "@/lib/typing";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { HostedSignIn, LocalSignIn } from "./sign-in-dialog";
import { say } from "./words";

interface Props {
  config: AuthConfig | null;
  /** Whose session it was. */
  email: string;
}

/**
 * Over the page as its author left it: whoever signs in again goes on there, with every form as it was. It waits for the
 * end of what they are typing, which would go into its own field otherwise.
 */
export function SessionEnded({ config, email }: Props) {
  const [mode, setMode] = useState<"sign-in" | "forgot">("sign-in");
  const rested = useOnceHandsRest();
  return (
    <Dialog
      open={rested}
      // Esc would take the page away with whatever was typed there.
      busy
      onClose={leaveEnded}
      width="narrow"
      title={say.yourSessionEnded}
      description={say.signInAgainToGo}
      footer={<Button onClick={leaveEnded}>{say.signOut}</Button>}
    >
      {config?.provider === "oidc" ? (
        <HostedSignIn config={config} failure={null} />
      ) : (
        <LocalSignIn
          config={config && { ...config, sign_up: false }}
          mode={mode}
          onMode={(next) => setMode(next === "forgot" ? "forgot" : "sign-in")}
          known={email}
        />
      )}
    </Dialog>
  );
}
