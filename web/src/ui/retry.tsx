import type { ReactNode } from "react";
import { Button } from "./button";
import { Banner } from "./surface";
import { say } from "./words";

/** What could not be loaded, and the way to ask once more. */
export function Retry({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <Banner
      action={
        <Button size="small" onClick={onRetry}>
          {say.tryAgain}
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
