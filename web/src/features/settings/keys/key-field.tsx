import { Copy, Eye, EyeOff, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { ApiKey } from "@/api/settings";
import { copy } from "@/lib/copy";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { presetOf, wordsOf } from "./scopes";

const NOTE = "Keep your API key secret. It provides full access to your account.";
const MASK = "•".repeat(24);

/** The sentence is of keys at large; one that may less says what. */
function Note({ apiKey }: { apiKey: ApiKey | undefined }) {
  return (
    <>
      <span className="block">{NOTE}</span>
      {apiKey && presetOf(apiKey.scopes) !== "full" ? (
        <span className="mt-0.5 block">This key: {wordsOf(apiKey.scopes)}</span>
      ) : null}
    </>
  );
}

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
  const [shown, setShown] = useState(false);
  const [asked, setAsked] = useState(false);
  const masked = apiKey ? `${apiKey.prefix}${MASK}` : "";
  const take = () => {
    if (secret) void copy(secret, "API key");
    setAsked(!secret);
  };
  return (
    <div>
      <Field label="API Key" hint={<Note apiKey={apiKey} />}>
        {(field) => (
          <div className="flex flex-wrap gap-2">
            <div className="relative min-w-0 flex-1 basis-60">
              <Input
                {...field}
                readOnly
                value={shown && secret ? secret : masked}
                placeholder="No API key yet"
                spellCheck={false}
                onFocus={(event) => event.target.select()}
                className="truncate pr-10 font-mono sm:text-13"
              />
              {secret ? (
                <Button
                  look="quiet"
                  size="small-icon"
                  aria-label={shown ? "Hide the key" : "Show the key"}
                  onClick={() => setShown((now) => !now)}
                  className="absolute top-0.5 right-0.5"
                >
                  {shown ? <EyeOff /> : <Eye />}
                </Button>
              ) : null}
            </div>
            <Button disabled={!apiKey || busy} onClick={onRegenerate}>
              <RefreshCw className={busy ? "animate-spin" : ""} />
              Regenerate
            </Button>
            <Button disabled={!apiKey} onClick={take}>
              <Copy />
              Copy
            </Button>
          </div>
        )}
      </Field>
      <p
        role="status"
        className={secret || asked ? "mt-2 rounded-control bg-yellow-soft px-3 py-2 text-13 text-yellow" : ""}
      >
        {secret
          ? "Copy the key now. Once you leave this page, only its beginning is kept."
          : asked
            ? "Only the beginning of this key is kept. Regenerate it to get one that you can copy."
            : ""}
      </p>
    </div>
  );
}
