import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { ApiError, sentenceOf } from "@/api/problem";
import { verifyEmail } from "@/api/session";
import { Button } from "@/ui/button";
import { Loading, Skeleton } from "@/ui/surface";
import { QuietPage } from "./quiet-page";
import { useToken } from "./use-token";

type State =
  | { kind: "waiting" }
  | { kind: "spent" }
  | { kind: "done"; email: string }
  | { kind: "failed"; problem: string; again: boolean };

/** The token itself will never do: used, too old, or not one. */
const isSpent = (error: unknown) => error instanceof ApiError && error.errors.some(({ field }) => field === "token");

/** Another try would be answered alike. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status < 500 && error.status !== 429;

function useVerification() {
  const [token, forget] = useToken();
  const [state, setState] = useState<State>({ kind: token === "" ? "spent" : "waiting" });
  const isAsked = useRef(false);
  const verify = useCallback(async () => {
    setState({ kind: "waiting" });
    try {
      const email = await verifyEmail(token);
      forget();
      setState({ kind: "done", email });
    } catch (error) {
      setState(
        isSpent(error)
          ? { kind: "spent" }
          : {
              kind: "failed",
              problem: sentenceOf(error, "The address could not be confirmed."),
              again: !isFinal(error),
            },
      );
    }
  }, [token, forget]);
  useEffect(() => {
    // Once, for a second try would find the token used.
    if (token === "" || isAsked.current) return;
    isAsked.current = true;
    void verify();
  }, [token, verify]);
  return { state, verify };
}

const onward = (
  <Button asChild look="accent" className="justify-self-start">
    <Link to="/">Continue to Letterpress</Link>
  </Button>
);

/** Where the link that confirms an address leads. */
export default function VerifyEmailPage() {
  const { state, verify } = useVerification();
  if (state.kind === "waiting")
    return (
      <QuietPage title="Confirming your address">
        <Loading text="Confirming your address...">
          <Skeleton className="h-5 w-64" />
        </Loading>
      </QuietPage>
    );
  if (state.kind === "done")
    return (
      <QuietPage title="Your address is confirmed">
        <p role="status" className="text-muted">
          <strong className="break-words font-medium text-text">{state.email}</strong> is the address of your account.
        </p>
        {onward}
      </QuietPage>
    );
  if (state.kind === "spent")
    return (
      <QuietPage title="This link no longer works">
        <p role="alert" className="text-muted">
          A link works once, for 3 days, and a newer one replaces it. If your address is not confirmed yet, have a new
          one sent under Security in your settings.
        </p>
        {onward}
      </QuietPage>
    );
  return (
    <QuietPage title="Your address is not confirmed yet">
      <p role="alert" className="text-muted">
        {state.problem}
      </p>
      {state.again ? (
        <Button look="accent" className="justify-self-start" onClick={() => void verify()}>
          Try Again
        </Button>
      ) : (
        onward
      )}
    </QuietPage>
  );
}
