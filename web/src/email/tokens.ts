import { readTag, skipDropped, type Tag } from "./sanitize";

/** HTML as a run of tags and of the text between them, which is left as it is written. */
export type Token = { kind: "text"; text: string } | { kind: "tag"; tag: Tag } | { kind: "dropped"; name: string };

/** Elements whose inside is no text of a mail. */
const opaque = new Set(
  "script style title textarea xmp iframe noembed noframes noscript svg math template object embed applet plaintext select audio video canvas xml".split(
    " ",
  ),
);

/** Reads HTML of any kind from front to back; comments and declarations are left out. */
export function* tokens(html: string): Generator<Token> {
  let at = 0;
  let from = 0;
  while (at < html.length) {
    const next = html.indexOf("<", at);
    if (next < 0) break;
    at = next;
    let end = -1;
    let token: Token | null = null;
    if (html.startsWith("<!--", at)) {
      const close = html.indexOf("-->", at + 4);
      end = close < 0 ? html.length : close + 3;
    } else if (html[at + 1] === "!" || html[at + 1] === "?") {
      const close = html.indexOf(">", at);
      end = close < 0 ? html.length : close + 1;
    } else {
      const tag = readTag(html, at);
      if (tag && opaque.has(tag.name) && !tag.closing) {
        end = skipDropped(html, tag.name, tag.end);
        token = { kind: "dropped", name: tag.name };
      } else if (tag) {
        end = tag.end;
        token = { kind: "tag", tag };
      }
    }
    if (end < 0) {
      at++;
      continue;
    }
    if (at > from) yield { kind: "text", text: html.slice(from, at) };
    if (token) yield token;
    at = end;
    from = end;
  }
  if (from < html.length) yield { kind: "text", text: html.slice(from) };
}
