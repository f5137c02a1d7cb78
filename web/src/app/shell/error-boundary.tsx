import { Component, type ReactNode } from "react";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";

interface State {
  error: Error | null;
}

/** Keeps the shell when a page fails; a new version of the app can also make an old page's files vanish. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Empty
        role="alert"
        drawing="broken"
        title="This page could not be shown"
        text={`${error.message} What you saved is safe; loading the page again usually helps.`}
        action={
          <Button look="accent" onClick={() => location.reload()}>
            Reload page
          </Button>
        }
      />
    );
  }
}
