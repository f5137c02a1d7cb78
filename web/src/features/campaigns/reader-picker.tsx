import { X } from "lucide-react";
import { useState } from "react";
import { type Subscriber, useSubscribers } from "@/api/subscribers";
import { fullName } from "@/lib/format";
import { useDebounced } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { SearchInput } from "@/ui/search-input";
import { say } from "./words";

interface Props {
  newsletterId: number;
  reader: Subscriber | null;
  onPick: (reader: Subscriber | null) => void;
}

function Matches({
  newsletterId,
  query,
  onPick,
}: {
  newsletterId: number;
  query: string;
  onPick: (reader: Subscriber) => void;
}) {
  const { data, isLoading } = useSubscribers({ newsletter_id: newsletterId, q: query, limit: 6 });
  return (
    <ul className="absolute top-10 right-0 left-0 z-10 rounded-card border border-line bg-surface p-1 shadow-float">
      {data?.rows.map((reader) => (
        <li key={reader.id}>
          <button
            type="button"
            onClick={() => onPick(reader)}
            className="flex h-9 w-full items-center justify-between gap-4 rounded-control px-2.5 text-left text-13 hover:bg-raised focus-visible:bg-raised"
          >
            <span className="truncate">{reader.email}</span>
            <span className="shrink-0 text-muted">{fullName(reader)}</span>
          </button>
        </li>
      ))}
      {data?.rows.length === 0 || isLoading ? (
        <li className="px-2.5 py-2 text-13 text-muted">{isLoading ? say.searching : say.noReaderMatches}</li>
      ) : null}
    </ul>
  );
}

/** Chooses whose copy is shown; without a choice it is the first active reader's. */
export function ReaderPicker({ newsletterId, reader, onPick }: Props) {
  const [text, setText] = useState("");
  const query = useDebounced(text.trim(), 200);
  if (reader) {
    return (
      <p className="mb-4 flex items-center gap-2 text-13">
        <span className="text-muted">{say.asReadBy}</span>
        <span className="truncate font-medium">{reader.email}</span>
        <Button look="quiet" size="small-icon" aria-label={say.chooseAnotherReader} onClick={() => onPick(null)}>
          <X />
        </Button>
      </p>
    );
  }
  return (
    <search className="relative mb-4 block">
      <SearchInput
        aria-label={say.showAsReadBy}
        placeholder={say.showAsReadByName}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {query ? (
        <Matches
          newsletterId={newsletterId}
          query={query}
          onPick={(next) => {
            setText("");
            onPick(next);
          }}
        />
      ) : null}
    </search>
  );
}
