import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { ApiError, sentenceOf } from "@/api/problem";
import { verifyEmail } from "@/api/session";
import { Button } from "@/ui/button";
import { Rich } from "@/ui/rich";
import { Loading, Skeleton } from "@/ui/surface";
import { QuietPage } from "./quiet-page";
import { useToken } from "./use-token";
import { say } from "./words";

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
              problem: sentenceOf(error, say.theAddressCouldNotBe),
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
    <Link to="/">{say.continueToLetterpress}</Link>
  </Button>
);

/** Where the link that confirms an address leads. */
export default function VerifyEmailPage() {
  const { state, verify } = useVerification();
  if (state.kind === "waiting")
    return (
      <QuietPage title={say.confirmingYourAddress}>
        <Loading text={say.confirmingYourAddress2}>
          <Skeleton className="h-5 w-64" />
        </Loading>
      </QuietPage>
    );
  if (state.kind === "done")
    return (
      <QuietPage title={say.yourAddressIsConfirmed}>
        <p role="status" className="text-muted">
          <Rich
            text={say.isYourAddress(state.email)}
            parts={{ strong: (inner) => <strong className="break-words font-medium text-text">{inner}</strong> }}
          />
        </p>
        {onward}
      </QuietPage>
    );
  if (state.kind === "spent")
    return (
      <QuietPage title={say.thisLinkNoLongerWorks}>
        <p role="alert" className="text-muted">
          {say.aLinkWorksOnceFor}
        </p>
        {onward}
      </QuietPage>
    );
  return (
    <QuietPage title={say.yourAddressIsNotConfirmed}>
      <p role="alert" className="text-muted">
        {state.problem}
      </p>
      {state.again ? (
        <Button look="accent" className="justify-self-start" onClick={() => void verify()}>
          {say.tryAgain}
        </Button>
      ) : (
        onward
      )}
    </QuietPage>
  );
}
