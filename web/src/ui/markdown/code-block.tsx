import { cn } from "@/lib/cn";
import { CopyButton } from "../copy-button";
import { say } from "../words";

/** Code as it is typed; long lines scroll inside, beside the button and never below it. Those of JSON are broken to be read. */
export function CodeBlock({
  code,
  label = say.theCode,
  json = false,
  className,
}: {
  code: string;
  label?: string;
  json?: boolean;
  className?: string;
}) {
  return (
    <div className={cn("flex items-start rounded-control border border-line bg-raised", className)}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn(
          "min-w-0 flex-1 overflow-x-auto rounded-control py-3 pr-2 pl-4 font-mono text-12 leading-5 focus-visible:outline-offset-0",
          json && "whitespace-pre-wrap [overflow-wrap:anywhere]",
        )}
      >
        <code>{code}</code>
      </pre>
      <CopyButton text={code} what={label} className="m-1.5" />
    </div>
  );
}
