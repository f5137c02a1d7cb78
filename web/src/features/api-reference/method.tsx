import { cn } from "@/lib/cn";
import type { Method } from "./document";

const colours: Record<Method, string> = {
  GET: "text-blue",
  POST: "text-green",
  PUT: "text-yellow",
  PATCH: "text-yellow",
  DELETE: "text-red",
  EVENT: "text-muted",
};

export function MethodName({ method, className }: { method: Method; className?: string }) {
  return (
    <span className={cn("inline-block w-13 shrink-0 font-medium font-mono text-11", colours[method], className)}>
      {method}
    </span>
  );
}
