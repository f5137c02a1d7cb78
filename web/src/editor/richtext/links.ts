import { allowedSchemes, checkScheme, isAllowedUrl } from "@/email";
import { say } from "../words";

export type LinkVerdict = { href: string } | { error: string };

const SCHEME = /^([^\s/?#:{]+):/;
const ADDRESS = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u;

/**
 * What becomes of a link as it was typed: a host gets https, a mail address mailto; a scheme that may not be used is
 * refused with the reason.
 */
export function judgeLink(typed: string): LinkVerdict {
  const url = typed.trim();
  if (url === "") return { error: say.enterALinkOrRemove };
  if (ADDRESS.test(url)) return { href: `mailto:${url}` };
  if (HOST.test(url)) return { href: `https://${url}` };
  const scheme = SCHEME.exec(url)?.[1];
  if (scheme !== undefined && !allowedSchemes.some((allowed) => allowed === scheme.toLowerCase())) {
    return { error: schemeError(scheme) };
  }
  return isAllowedUrl(url) ? { href: url } : { error: say.thisIsNotALink };
}

function schemeError(scheme: string): string {
  return checkScheme(scheme) ?? say.linksMayBeginWithJoin(allowedSchemes.join(", "), scheme);
}
