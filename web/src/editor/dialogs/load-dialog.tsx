import { useEffect, useState } from "react";
import { starters } from "@/email";
import type { EmailDocument } from "@/email/types";
import { formatExact, relativeTime } from "@/lib/format";
import { notify } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";
import { Dialog } from "@/ui/dialog";
import { Input } from "@/ui/field";
import { Retry } from "@/ui/retry";
import { Loading, Skeleton } from "@/ui/surface";
import { reasonOf } from "../host";
import { useEditor } from "../state";
import { useHost } from "../ui";
import { say } from "../words";
import { Thumbnail } from "./mail-frame";

interface Card {
  key: string;
  name: string;
  detail: string;
  exact?: string;
  document: EmailDocument;
}

interface Shelf {
  title: string;
  cards: Card[];
}

/** Starters of ours and the author's own templates. */
function useShelves() {
  const host = useHost();
  const [own, setOwn] = useState<Card[] | null>(host.gallery ? null : []);
  const [ours, setOurs] = useState<Card[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new try
  useEffect(() => {
    let alive = true;
    const fail = (problem: unknown) => alive && setError(reasonOf(problem, say.failedToLoadTemplates));
    setError(null);
    starters(host.origin)
      .then(
        (all) =>
          alive &&
          setOurs(
            all.map(({ id, name, description, document }) => ({
              key: `starter ${id}`,
              name,
              detail: description,
              document,
            })),
          ),
      )
      .catch(fail);
    host
      .gallery?.()
      .then(
        (all) =>
          alive &&
          setOwn(
            all.map(({ id, name, subject, updatedAt, document }) => ({
              key: `own ${id}`,
              name,
              detail: `${subject || say.noSubject} · ${relativeTime(updatedAt)}`,
              exact: formatExact(updatedAt),
              document,
            })),
          ),
      )
      .catch(fail);
    return () => {
      alive = false;
    };
  }, [host, round]);

  const shelves: Shelf[] = [
    ...(own && own.length > 0 ? [{ title: say.yourTemplates, cards: own }] : []),
    ...(ours ? [{ title: say.starters, cards: ours }] : []),
  ];
  return { shelves, loading: own === null || ours === null, error, retry: () => setRound((now) => now + 1) };
}

/** Begin with something: one step of the history, asked first when there is something to lose. */
export default function LoadDialog({ onClose }: { onClose: () => void }) {
  const editor = useEditor();
  const confirm = useConfirm();
  const { shelves, loading, error, retry } = useShelves();
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const found = shelves
    .map(({ title, cards }) => ({
      title,
      cards: cards.filter(({ name, detail }) => `${name} ${detail}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ cards }) => cards.length > 0);

  const load = async (card: Card) => {
    const { document } = editor.getState();
    const question = {
      title: say.loadTemplate,
      text: say.replaceThePresentBlocksAnd(card.name),
      confirm: say.replace,
    };
    if (document.blocks.length > 0 && !(await confirm(question))) return;
    editor.dispatch({ type: "replace", document: loaded(document, card.document), label: say.loadName(card.name) });
    notify(say.nameLoaded(card.name));
    onClose();
  };

  return (
    <Dialog open onClose={onClose} width="full" title={say.load} description={say.beginWithAStarterOr}>
      <Input
        type="search"
        aria-label={say.searchTemplates}
        placeholder={say.searchTemplates}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className="mb-5 sm:max-w-sm"
      />
      {error ? (
        <div className="mb-5">
          <Retry onRetry={retry}>{error}</Retry>
        </div>
      ) : null}
      {found.map((shelf) => (
        <ShelfView key={shelf.title} shelf={shelf} onLoad={load} />
      ))}
      {loading && !error ? (
        <Loading text={say.loadingTemplates}>
          <Skeleton className="h-48" />
        </Loading>
      ) : null}
      {!loading && found.length === 0 ? (
        <p role="status" className="py-8 text-center text-muted">
          {say.noTemplateHasTheseWords}
        </p>
      ) : null}
    </Dialog>
  );
}

/** The design comes from what is loaded; the mail keeps its name, and the words that it has already. */
export function loaded(present: EmailDocument, next: EmailDocument): EmailDocument {
  const unnamed = present.name.trim() === "" || present.name === "Untitled Template";
  return {
    ...structuredClone(next),
    name: unnamed ? next.name : present.name,
    subject: present.subject || next.subject,
    preheader: present.preheader || next.preheader,
  };
}

function ShelfView({ shelf: { title, cards }, onLoad }: { shelf: Shelf; onLoad: (card: Card) => void }) {
  return (
    <section aria-label={title} className="mb-8">
      <h3 className="mb-3 text-13 font-medium text-muted">{title}</h3>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {cards.map((card) => (
          <li key={card.key}>
            <button
              type="button"
              onClick={() => onLoad(card)}
              className="group block w-full overflow-hidden rounded-card border border-line text-left transition-colors duration-150 hover:border-line-strong hover:bg-raised"
            >
              <Thumbnail document={card.document} className="border-line border-b" />
              <span className="block p-3">
                <span className="block truncate text-13 font-medium">{card.name}</span>
                <span title={card.exact} className="mt-0.5 line-clamp-2 block text-12 text-muted">
                  {card.detail}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
