import { say } from "./words";

/** Schemes that a link in a mail may have. */
export const allowedSchemes = [
  "http",
  "https",
  "ftp",
  "ftps",
  "mailto",
  "tel",
  "callto",
  "sms",
  "cid",
  "xmpp",
] as const;

const imageSchemes = ["http", "https", "cid"];

/** What a URL parser would ignore, and so may hide a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ignored = /[\u0000-\u0020\u007f-\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f\u3000\ufeff]/g;

/** The scheme in lower case (RFC 3986 §3.1); null when there is none. */
export function schemeOf(url: string): string | null {
  const bare = url.replace(ignored, "");
  return /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase() ?? null;
}

function hasScheme(url: string, schemes: readonly string[]): boolean {
  const scheme = schemeOf(url);
  // A colon before any slash without a proper scheme is somebody's trick or a slip of the pen.
  if (scheme === null) return !/^[^/?#{]*:/.test(url.replace(ignored, ""));
  return schemes.includes(scheme);
}

/** Whether a link may lead there. Addresses without a scheme and merge tags may. */
export const isAllowedUrl = (url: string): boolean => hasScheme(url, allowedSchemes);

/** The link's address, or nothing where it may not lead. */
export const safeUrl = (url: string | null | undefined): string => (url && isAllowedUrl(url) ? url.trim() : "");

export const safeImageUrl = (url: string | null | undefined): string =>
  url && hasScheme(url, imageSchemes) ? url.trim() : "";

/** What is wrong with a scheme that an author adds: digits, lowercase letters and single hyphens inside. */
export function checkScheme(scheme: string): string | null {
  return /^[0-9a-z]+(-[0-9a-z]+)*$/.test(scheme) ? null : say.incorrectSchemeFormat;
}
