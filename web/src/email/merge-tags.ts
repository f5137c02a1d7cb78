import { say } from "./words";

/** What a reader's name, address and links are put in by. */
export interface MergeTag {
  /** Between the braces. */
  path: string;
  label: string;
  /** What a preview shows. */
  sample: string;
  /** Whether it can be missing, so that a default makes sense. */
  takesDefault: boolean;
}

export const mergeTags: MergeTag[] = [
  { path: "subscriber.first_name", label: say.firstName, sample: say.ada, takesDefault: true },
  { path: "subscriber.last_name", label: say.lastName, sample: say.lovelace, takesDefault: true },
  { path: "subscriber.email", label: say.emailAddress, sample: "ada@example.com", takesDefault: false },
  { path: "newsletter.name", label: say.newsletter, sample: say.theSlowWeb, takesDefault: false },
  { path: "unsubscribe_url", label: say.unsubscribeLink, sample: "https://example.com/u/…", takesDefault: false },
  { path: "preferences_url", label: say.preferencesLink, sample: "https://example.com/p/…", takesDefault: false },
  {
    path: "archive_url",
    label: say.linkToThisIssueOn,
    sample: "https://example.com/n/…",
    takesDefault: false,
  },
];

const quoted = String.raw`"(?:[^"\\<>\n]|\\["\\])*"|&quot;(?:[^"\\<>&\n]|\\\\|\\&quot;|&(?!quot;)[a-z0-9#]+;)*&quot;`;
const grammar = String.raw`\{\{\s*([a-z_]+(?:\.[\p{L}\p{N}_-]+)*)\s*(?:\|\s*default\(\s*(${quoted})\s*\)\s*)?\}\}`;

/** Finds whole tags; sticky or global copies are made by whoever needs them. */
export const mergeTagPattern = new RegExp(grammar, "u");
export const mergeTagsGlobal = (): RegExp => new RegExp(grammar, "gu");
export const mergeTagSticky = (): RegExp => new RegExp(grammar, "uy");

export interface FoundTag {
  /** As it stands in the text, byte for byte. */
  source: string;
  path: string;
  default: string | null;
}

/** A default as it is written, without its quotes. */
function unquote(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text
    .replaceAll("&quot;", '"')
    .slice(1, -1)
    .replace(/\\(["\\])/g, "$1");
}

/** A text cut at its merge tags. */
export function splitMergeTags(text: string): (string | FoundTag)[] {
  const out: (string | FoundTag)[] = [];
  let at = 0;
  for (const found of text.matchAll(mergeTagsGlobal())) {
    if (found.index > at) out.push(text.slice(at, found.index));
    out.push({ source: found[0], path: found[1] ?? "", default: unquote(found[2]) });
    at = found.index + found[0].length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out;
}

/** A tag as the server reads it. */
export function mergeTag(path: string, fallback: string | null = null): string {
  if (fallback === null || fallback === "") return `{{ ${path} }}`;
  return `{{ ${path} | default("${fallback.replace(/[<>\n]/g, "").replace(/["\\]/g, "\\$&")}") }}`;
}

/** Whether the server knows a tag of this name. */
export const isKnownPath = (path: string): boolean =>
  mergeTags.some((tag) => tag.path === path) || /^subscriber\.attributes\.[\p{L}\p{N}_-]+$/u.test(path);
