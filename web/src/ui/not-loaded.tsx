import { useEffect, useRef, useState } from "react";
import { findObstacle, type Obstacle, reloadOnce } from "@/lib/code";
import { reloadPage } from "@/lib/leave";
import { Button } from "./button";
import { Empty } from "./empty";
import { Loading } from "./surface";
import { say } from "./words";

/** A server that restarts is no change of the connection: nobody tells. */
const AGAIN_MS = 5000;

const words: Record<Obstacle, { title: string; text: string }> = {
  offline: {
    title: say.theServerCantBeReached,
    text: say.thisPageOpensByItself,
  },
  "new-build": {
    title: say.letterpressWasUpdated,
    text: say.reloadToGetTheNew,
  },
  broken: {
    title: say.thisPageDidntLoad,
    text: say.whatYouSavedIsSafe,
  },
};

interface Props {
  /** Asks for the part once more. */
  onRetry: () => void;
  /** Whether it was asked for again already, to no avail. */
  again: boolean;
}

/**
 * Stands where a part of the app did not come. It goes on by itself as soon as it can: when the connection is back, or
 * with a reload when the server has a new build; browsers that remember what failed need one too.
 */
export function NotLoaded({ onRetry, again }: Props) {
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  const latest = useRef({ onRetry, again });
  latest.current = { onRetry, again };
  useEffect(() => {
    let current = true;
    let waited = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const found = await findObstacle();
      if (!current) return;
      if (found === "broken" && (waited || !latest.current.again)) return latest.current.onRetry();
      if (found !== "offline" && reloadOnce(reloadPage)) return;
      setObstacle(found);
      waited = found === "offline";
      if (waited) timer = setTimeout(() => void look(), AGAIN_MS);
    };
    void look();
    const back = () => latest.current.onRetry();
    addEventListener("online", back);
    return () => {
      current = false;
      clearTimeout(timer);
      removeEventListener("online", back);
    };
  }, []);
  if (obstacle === null) return <Loading text={say.loadingPage} />;
  return (
    <Empty
      role="alert"
      drawing="broken"
      title={words[obstacle].title}
      text={words[obstacle].text}
      action={
        obstacle === "new-build" ? (
          <Button look="accent" onClick={reloadPage}>
            {say.reloadPage}
          </Button>
        ) : (
          <>
            <Button look="accent" onClick={onRetry}>
              {say.tryAgain}
            </Button>
            {obstacle === "broken" ? <Button onClick={reloadPage}>{say.reloadPage}</Button> : null}
          </>
        )
      }
    />
  );
}
