import { guidePath } from "@/lib/paths";
import { type Section, sections } from "./outline";
import { above, errorPages, pages } from "./pages";

export interface GuideHit {
  href: string;
  page: string;
  /** The heading it was found under; the page's title at its top. */
  heading: string;
  /** The words around the first place, with what was asked for marked. */
  excerpt: { text: string; mark: boolean }[];
}

interface Entry extends Section {
  slug: string;
  page: string;
  top: boolean;
  low: { page: string; heading: string; body: string };
}

let index: Promise<Entry[]> | undefined;

async function readAll(): Promise<Entry[]> {
  const read = await Promise.all(
    [...pages, ...errorPages].map(async (page) =>
      sections(await page.load()).map((section, at) => ({
        ...section,
        slug: page.slug,
        page: (above(page) ?? page).title,
        top: at === 0,
        low: { page: page.title.toLowerCase(), heading: section.text.toLowerCase(), body: section.body.toLowerCase() },
      })),
    ),
  );
  return read.flat();
}

/** Reads every page once. A failure (a new version of the app took the files away) is tried again at the next search. */
function theIndex(): Promise<Entry[]> {
  index ??= readAll().catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  return index;
}

const startsWord = (text: string, word: string) => {
  const at = text.indexOf(word);
  return at === 0 || (at > 0 && !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)));
};

/** How well a section answers; 0 when a word is nowhere in it. */
function score(entry: Entry, words: string[], whole: string): number {
  let sum = 0;
  for (const word of words) {
    const { page, heading, body } = entry.low;
    const best =
      (heading.includes(word) ? (startsWord(heading, word) ? 12 : 6) : 0) +
      (page.includes(word) ? (entry.top ? 10 : 2) : 0) +
      (body.includes(word) ? (startsWord(body, word) ? 3 : 1) : 0);
    if (best === 0) return 0;
    sum += best;
  }
  if (entry.low.heading === whole) sum += 20;
  else if (words.length > 1 && `${entry.low.heading} ${entry.low.body}`.includes(whole)) sum += 8;
  return sum;
}

const AROUND = 64;

function excerptOf(entry: Entry, words: string[]): GuideHit["excerpt"] {
  const { body } = entry;
  const first = Math.min(...words.map((word) => entry.low.body.indexOf(word)).filter((at) => at >= 0));
  const at = Number.isFinite(first) ? first : 0;
  const from = at < AROUND ? 0 : body.indexOf(" ", at - AROUND) + 1;
  const rough = body.slice(from, from + 2.5 * AROUND);
  const cut = from + rough.length < body.length ? rough.slice(0, rough.lastIndexOf(" ")) : rough;
  const text = `${from > 0 ? "… " : ""}${cut.trim()}${from + cut.length < body.length ? " …" : ""}`;
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(${escaped.join("|")})`, "giu"));
  return parts.map((part, turn) => ({ text: part, mark: turn % 2 === 1 })).filter((part) => part.text !== "");
}

/** The sections that hold every word of the query, best first. */
export async function findInGuide(query: string, limit = 20): Promise<GuideHit[]> {
  const whole = query.trim().toLowerCase().replace(/\s+/g, " ");
  const words = whole.split(" ").filter(Boolean);
  if (words.length === 0) return [];
  const entries = await theIndex();
  return entries
    .map((entry) => ({ entry, points: score(entry, words, whole) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, limit)
    .map(({ entry }) => ({
      href: guidePath(entry.slug, entry.top ? "" : entry.id),
      page: entry.page,
      heading: entry.text,
      excerpt: excerptOf(entry, words),
    }));
}
