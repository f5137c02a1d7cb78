import { Eye, EyeOff, RefreshCw } from "lucide-react";
import { useId, useState } from "react";
import type { ApiKey } from "@/api/api-keys";
import { cn } from "@/lib/cn";
import { canCopy } from "@/lib/copy";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Field, Input } from "@/ui/field";
import { say } from "../words";
import { presetOf, wordsOf } from "./scopes";

const SECRET = say.keepYourAPIKeySecret;
const FULL = say.itProvidesFullAccessTo;
/** Of a key that is only known by its beginning. */
const NO_COPY = say.weDontStoreFullKeys;
const MASK = "•".repeat(24);

/** What the key may do: everything, or what was chosen. */
const noteOf = (apiKey: ApiKey | undefined) =>
  `${SECRET} ${!apiKey || presetOf(apiKey.scopes) === "full" ? FULL : say.thisKeyScopes(wordsOf(apiKey.scopes))}`;

interface Props {
  /** The one that is chosen in the list; undefined while there is none. */
  apiKey: ApiKey | undefined;
  /** Known right after it was made or regenerated only. */
  secret: string | undefined;
  busy: boolean;
  onRegenerate: () => void;
}

/** The chosen key, masked; whole only right after it was made. */
export function KeyField({ apiKey, secret, busy, onRegenerate }: Props) {
  // Where nothing can be copied, the key has to be seen to be selected.
  const [shown, setShown] = useState(() => !canCopy());
  const statusId = useId();
  const masked = apiKey ? `${apiKey.prefix}${MASK}` : "";
  return (
    <div>
      <Field label={say.apiKey2} hint={noteOf(apiKey)}>
        {(field) => (
          <div className="flex flex-wrap gap-2">
            <div className="relative min-w-0 flex-1 basis-60">
              <Input
                {...field}
                readOnly
                value={shown && secret ? secret : masked}
                placeholder={say.noAPIKeyYet}
                spellCheck={false}
                onFocus={(event) => event.target.select()}
                className="truncate pr-10 font-mono sm:text-13"
              />
              {secret ? (
                <Button
                  look="quiet"
                  size="small-icon"
                  aria-label={shown ? say.hideTheKey : say.showTheKey}
                  onClick={() => setShown((now) => !now)}
                  className="absolute top-0.5 right-0.5"
                >
                  {shown ? <EyeOff /> : <Eye />}
                </Button>
              ) : null}
            </div>
            <Button disabled={!apiKey || busy} onClick={onRegenerate}>
              <RefreshCw className={busy ? "animate-spin" : ""} />
              {say.regenerate}
            </Button>
            <CopyButton
              text={secret ?? ""}
              what={say.apiKey}
              disabled={!secret}
              aria-describedby={apiKey ? statusId : undefined}
            >
              {say.copy}
            </CopyButton>
          </div>
        )}
      </Field>
      <p
        id={statusId}
        role="status"
        className={cn(
          secret && "mt-2 rounded-control bg-yellow-soft px-3 py-2 text-13 text-yellow",
          apiKey && !secret && "mt-1 text-12 text-muted",
        )}
      >
        {secret ? say.copyTheKeyNowWe : apiKey ? NO_COPY : ""}
      </p>
    </div>
  );
}
