import { Pencil, Trash2 } from "lucide-react";
import type { ApiKey } from "@/api/api-keys";
import { cn } from "@/lib/cn";
import { formatDate, formatExact } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Time } from "@/ui/time";
import { wordsOf } from "./scopes";

function Expiry({ at }: { at: string }) {
  const past = Date.parse(at) < useNow();
  return (
    <span title={formatExact(at)} className={cn(past && "text-red")}>
      {past ? "expired" : "expires"} {formatDate(at)}
    </span>
  );
}

/** When it was last of use and until when it is good. */
function Life({ apiKey: { last_used_at, created_at, expires_at } }: { apiKey: ApiKey }) {
  return (
    <p className="figures mt-0.5 text-12 text-muted">
      {last_used_at ? (
        <>
          Used <Time at={last_used_at} inline />
        </>
      ) : (
        <>
          Never used, made <Time at={created_at} inline />
        </>
      )}
      {expires_at ? (
        <>
          {", "}
          <Expiry at={expires_at} />
        </>
      ) : null}
    </p>
  );
}

interface Props {
  keys: ApiKey[];
  chosen: number | undefined;
  onChoose: (id: number) => void;
  onEdit: (key: ApiKey) => void;
  onDelete: (key: ApiKey) => void;
}

/** Every key; the chosen one stands in the field above. */
export function KeyList({ keys, chosen, onChoose, onEdit, onDelete }: Props) {
  return (
    <fieldset className="mt-5">
      <legend className="mb-1.5 font-medium text-13">Your keys</legend>
      <ul className="divide-y divide-line rounded-card border border-line">
        {keys.map((key) => (
          <li key={key.id} className="flex items-start gap-3 py-2.5 pr-2 pl-4">
            <input
              id={`key-${key.id}`}
              type="radio"
              name="api-key"
              checked={key.id === chosen}
              onChange={() => onChoose(key.id)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <div className="min-w-0 flex-1">
              <label htmlFor={`key-${key.id}`} className="flex flex-wrap items-baseline gap-x-2 text-13">
                <span className="min-w-0 break-words font-medium">{key.name}</span>
                <code className="font-mono text-12 text-muted">{key.prefix}…</code>
              </label>
              <p className="mt-0.5 text-12 text-muted">{wordsOf(key.scopes)}</p>
              <Life apiKey={key} />
            </div>
            <div className="flex">
              <Button look="quiet" size="small-icon" aria-label={`Edit ${key.name}`} onClick={() => onEdit(key)}>
                <Pencil />
              </Button>
              <Button look="warn" size="small-icon" aria-label={`Delete ${key.name}`} onClick={() => onDelete(key)}>
                <Trash2 />
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
