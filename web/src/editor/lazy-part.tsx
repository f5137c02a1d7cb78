import { Component, type ReactNode, useReducer } from "react";
import { codeOf, forgetFailures } from "@/lib/code";
import { Button } from "@/ui/button";
import { Banner } from "@/ui/surface";
import { say } from "./words";

interface BoundaryProps {
  /** Instead of what failed; gets what tries again. */
  instead: ReactNode;
  onError?: (() => void) | undefined;
  children: ReactNode;
}

/** Keeps a failure in one part of the editor from taking the mail with it. */
class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}

interface Options<Props> {
  waiting?: (props: Props) => ReactNode;
  /** Called instead of showing the failure in the part's place. */
  onError?: (props: Props) => void;
}

/** A part whose code comes when it is first needed, or before; when it does not come, that is told and can be tried again. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: (props: Props) => ReactNode }>,
  { waiting = () => null, onError }: Options<Props> = {},
) {
  const { Part, prefetch } = codeOf(load, waiting);
  function LazyPart(props: Props) {
    const [attempt, retry] = useReducer((count: number) => count + 1, 0);
    const again = () => {
      forgetFailures();
      retry();
    };
    const failure = (
      <Banner
        action={
          <Button size="small" onClick={again}>
            {say.tryAgain}
          </Button>
        }
      >
        {say.thisPartOfTheEditor}
      </Banner>
    );
    const giveUp =
      onError &&
      (() => {
        forgetFailures();
        onError(props);
      });
    return (
      <Boundary key={attempt} instead={onError ? waiting(props) : failure} onError={giveUp}>
        <Part {...props} />
      </Boundary>
    );
  }
  return Object.assign(LazyPart, { prefetch });
}
