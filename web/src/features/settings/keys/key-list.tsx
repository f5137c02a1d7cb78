import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ApiKey } from "@/api/api-keys";
import { cn } from "@/lib/cn";
import { formatDate, formatExact } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Rich } from "@/ui/rich";
import { Time } from "@/ui/time";
import { OpenRow } from "../open-row";
import { say } from "../words";
import { wordsOf } from "./scopes";

function Expiry({ at }: { at: string }) {
  const past = Date.parse(at) < useNow();
  return (
    <span title={formatExact(at)} className={cn(past && "text-red")}>
      {past ? say.expired : say.expires2} {formatDate(at)}
    </span>
  );
}

/** When it was last of use and until when it is good. */
function Life({ apiKey: { last_used_at, created_at, expires_at } }: { apiKey: ApiKey }) {
  return (
    <span className="figures mt-0.5 block text-12 text-muted">
      {last_used_at ? (
        <Rich text={say.usedAt} parts={{ time: () => <Time at={last_used_at} inline /> }} />
      ) : (
        <Rich text={say.neverUsedSince} parts={{ time: () => <Time at={created_at} inline /> }} />
      )}
      {expires_at ? (
        <>
          {", "}
          <Expiry at={expires_at} />
        </>
      ) : null}
    </span>
  );
}

interface Props {
  keys: ApiKey[];
  /** The one that is open, if one is. */
  openId: number | null | undefined;
  onToggle: (id: number) => void;
  onEdit: (key: ApiKey) => void;
  onDelete: (key: ApiKey) => void;
  /** The field of a key. */
  children: (key: ApiKey) => ReactNode;
}

/** Every key as a row that opens. */
export function KeyList({ keys, openId, onToggle, onEdit, onDelete, children }: Props) {
  return (
    <ul aria-label={say.apiKeys} className="divide-y divide-line">
      {keys.map((key) => (
        <li key={key.id}>
          <OpenRow
            open={key.id === openId}
            onToggle={() => onToggle(key.id)}
            head={
              <>
                <span className="flex flex-wrap items-baseline gap-x-2 text-13">
                  <span className="min-w-0 break-words font-medium">{key.name}</span>
                  <code className="font-mono text-12 text-muted">{key.prefix}…</code>
                </span>
                <span className="mt-0.5 block text-12 text-muted">{wordsOf(key.scopes)}</span>
                <Life apiKey={key} />
              </>
            }
          >
            {key.id === openId ? children(key) : null}
            <div className="-mx-2 mt-3 flex gap-1">
              <Button look="quiet" size="small" aria-label={say.editName(key.name)} onClick={() => onEdit(key)}>
                <Pencil />
                {say.edit}
              </Button>
              <Button look="warn" size="small" aria-label={say.deleteName(key.name)} onClick={() => onDelete(key)}>
                <Trash2 />
                {say.deleteIt}
              </Button>
            </div>
          </OpenRow>
        </li>
      ))}
    </ul>
  );
}
