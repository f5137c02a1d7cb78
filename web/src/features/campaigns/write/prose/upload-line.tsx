import { Button } from "@/ui/button";
import { Progress } from "@/ui/progress";
import { say } from "../words";
import type { UploadProps } from "./uploads";

/** A picture on its way, where it will stand. */
export function UploadLine({ name, progress, error, retry, giveUp }: UploadProps) {
  return (
    <section className="my-4 grid gap-2 rounded-control border border-line p-3 font-sans text-13" aria-label={name}>
      <p className={error ? "text-red" : "text-muted"} role={error ? "alert" : undefined}>
        {error ? `${name}: ${error}` : say.uploadingName(name)}
      </p>
      {error ? (
        <div className="flex gap-2">
          <Button size="small" onClick={retry}>
            {say.tryAgain}
          </Button>
          <Button size="small" look="quiet" onClick={giveUp}>
            {say.remove}
          </Button>
        </div>
      ) : (
        <Progress label={say.uploadingName2(name)} value={Math.round(progress * 100)} total={100} />
      )}
    </section>
  );
}
