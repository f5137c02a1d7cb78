import { Component, type ComponentType, lazy, type ReactNode, Suspense, useReducer } from "react";
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

/** A part whose code comes when it is first needed; when it does not come, that is told and can be tried again. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { waiting, onError }: Options<Props> = {},
): ComponentType<Props> {
  let Part = lazy(load) as unknown as ComponentType<Props>;
  return function LazyPart(props: Props) {
    const [attempt, retry] = useReducer((count: number) => count + 1, 0);
    const again = () => {
      Part = lazy(load) as unknown as ComponentType<Props>;
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
    return (
      <Boundary
        key={attempt}
        instead={onError ? (waiting?.(props) ?? null) : failure}
        onError={onError && (() => onError(props))}
      >
        <Suspense fallback={waiting?.(props) ?? null}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
}
