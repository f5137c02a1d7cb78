import type { ReactNode } from "react";
import { Button } from "./button";
import { Banner } from "./surface";

/** What could not be loaded, and the way to ask once more. */
export function Retry({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <Banner
      action={
        <Button size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
