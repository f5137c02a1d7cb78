import { Button } from "@/ui/button";
import { Progress } from "@/ui/progress";
import type { UploadProps } from "./uploads";

/** A picture on its way, where it will stand. */
export function UploadLine({ name, progress, error, retry, giveUp }: UploadProps) {
  return (
    <section className="my-4 grid gap-2 rounded-control border border-line p-3 font-sans text-13" aria-label={name}>
      <p className={error ? "text-red" : "text-muted"} role={error ? "alert" : undefined}>
        {error ? `${name}: ${error}` : `Uploading ${name}...`}
      </p>
      {error ? (
        <div className="flex gap-2">
          <Button size="small" onClick={retry}>
            Try Again
          </Button>
          <Button size="small" look="quiet" onClick={giveUp}>
            Remove
          </Button>
        </div>
      ) : (
        <Progress label={`Uploading ${name}`} value={Math.round(progress * 100)} total={100} />
      )}
    </section>
  );
}
