import { Check, Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { downloadExport } from "@/api/me";
import { ApiError, messageOf } from "@/api/problem";
import { Button } from "@/ui/button";
import { say } from "./words";

type State =
  | { phase: "rest" }
  | { phase: "done" }
  | { phase: "running"; received: number }
  | { phase: "failed"; reason: string };

function wordsOf(state: State): string {
  if (state.phase === "done") return say.downloadedCheckTheFileBefore;
  if (state.phase === "failed") return state.reason;
  if (state.phase === "rest") return say.oneZIPFileWithYour;
  return state.received === 0 ? say.preparingYourData : say.receivedSoFar(state.received);
}

/** Everything the account holds, as one file. */
export function ExportData({ onBusy }: { onBusy?: (busy: boolean) => void }) {
  const [state, setState] = useState<State>({ phase: "rest" });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const running = state.phase === "running";

  const run = async () => {
    const controller = new AbortController();
    stop.current = controller;
    onBusy?.(true);
    setState({ phase: "running", received: 0 });
    try {
      await downloadExport((received) => setState({ phase: "running", received }), controller.signal);
      setState({ phase: "done" });
    } catch (error) {
      if (controller.signal.aborted) setState({ phase: "rest" });
      // A stream that breaks off says so in the words of the browser.
      else
        setState({
          phase: "failed",
          reason: error instanceof ApiError ? messageOf(error) : say.theDownloadBrokeOffTry,
        });
    } finally {
      onBusy?.(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-raised px-4 py-3">
      <Button size="small" disabled={running} onClick={() => void run()}>
        {state.phase === "done" ? <Check /> : <Download />}
        {running ? say.downloading : say.downloadMyData}
      </Button>
      {running ? (
        <Button size="small" look="quiet" onClick={() => stop.current?.abort()}>
          {say.stop}
        </Button>
      ) : null}
      <p role="status" className={`figures min-w-0 text-13 ${state.phase === "failed" ? "text-red" : "text-muted"}`}>
        {wordsOf(state)}
      </p>
    </div>
  );
}
