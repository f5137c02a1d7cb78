import { Component, type ReactNode } from "react";
import { CodeError, forgetFailures } from "@/lib/code";
import { reloadPage } from "@/lib/leave";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { NotLoaded } from "@/ui/not-loaded";
import { say } from "../words";

interface State {
  error: Error | null;
  /** How often the page's code was asked for again. */
  retries: number;
}

/** Keeps the shell when a page fails. One whose code did not come is shown as soon as it does. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, retries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  retry = () => {
    forgetFailures();
    this.setState(({ retries }) => ({ error: null, retries: retries + 1 }));
  };

  override render() {
    const { error, retries } = this.state;
    if (!error) return this.props.children;
    if (error instanceof CodeError) return <NotLoaded onRetry={this.retry} again={retries > 0} />;
    return (
      <Empty
        role="alert"
        drawing="broken"
        title={say.thisPageCouldNotBe}
        text={say.messageWhatYouSavedIs(error.message)}
        action={
          <Button look="accent" onClick={reloadPage}>
            {say.reloadPage}
          </Button>
        }
      />
    );
  }
}
