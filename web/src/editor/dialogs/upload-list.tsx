import { X } from "lucide-react";
import { Button } from "@/ui/button";
import { Progress } from "@/ui/progress";
import { say } from "../words";
import type { Upload } from "./use-images";

/** Files on their way, and why others were refused. */
export function UploadList({ uploads, onDismiss }: { uploads: Upload[]; onDismiss: (key: number) => void }) {
  if (uploads.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-2">
      {uploads.map(({ key, name, fraction, error }) => (
        <li key={key} className="rounded-control border border-line px-3 py-2">
          <div className="flex items-center justify-between gap-2">
            <p className="min-w-0 truncate text-13 font-medium">{name}</p>
            {error ? (
              <Button look="quiet" size="small-icon" aria-label={say.dismissName(name)} onClick={() => onDismiss(key)}>
                <X aria-hidden="true" />
              </Button>
            ) : (
              <span className="figures text-12 text-muted">{Math.round(fraction * 100)}%</span>
            )}
          </div>
          {error ? (
            <p role="alert" className="mt-0.5 break-words text-12 text-red">
              {error}
            </p>
          ) : (
            <div className="mt-1.5">
              <Progress label={say.uploadingName(name)} value={Math.round(fraction * 100)} total={100} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
