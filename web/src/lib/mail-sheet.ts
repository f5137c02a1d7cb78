import { say } from "./words";

// A mail is somebody else's page. It is shown in a frame that loads the server's empty sheet, whose own policy lets a
// mail's styles and pictures in and no script at all; the frame's sandbox forbids scripts and forms once more. The page's
// own policy allows no inline styles, so a mail could not be shown in a frame that inherits it, such as one of `srcdoc`.

/** What the server answers here is an empty page with the policy for mails. */
export const SHEET = "/frame.html";

/** The page may write into it, and nothing in it runs: never together with `allow-scripts`. */
export const SANDBOX = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";

const CODE =
  "script, noscript, template, iframe, frame, frameset, object, embed, applet, portal, base, link, meta[http-equiv], animate, animateMotion, animateTransform, set";
const RUNS = /^(?:javascript|vbscript|data:text\/html)/i;
/** Browsers skip these inside an address. */
const SKIPPED = /[\s\0-\x20]+/g;
const XLINK = "http://www.w3.org/1999/xlink";

/** Sandbox and policy run nothing; what could run is taken out all the same, so that nothing depends on them alone. */
export function disarm(mail: Document) {
  for (const element of mail.querySelectorAll(CODE)) element.remove();
  for (const element of mail.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (/^on|^srcdoc$|^autofocus$|^ping$/i.test(name) || RUNS.test(value.replace(SKIPPED, "")))
        element.removeAttribute(name);
    }
    if (/^(?:a|area)$/i.test(element.localName)) aim(element);
  }
}

/** Links open beside the dashboard, never inside the frame, and know nothing of where they come from. */
function aim(link: Element) {
  const address = link.getAttribute("href") ?? link.getAttributeNS(XLINK, "href") ?? "";
  if (address.trim().startsWith("#")) return link.removeAttribute("target");
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer");
}

/** Writes a mail into a frame that has loaded the sheet; `change` may add to it. */
export function fill(frame: HTMLIFrameElement, html: string, change?: (mail: Document) => void) {
  const sheet = frame.contentDocument;
  const realm = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!sheet || !realm) return;
  // The frame's own parser: the page's would judge the mail's styles by the page's policy.
  const mail = new realm.DOMParser().parseFromString(html, "text/html");
  disarm(mail);
  change?.(mail);
  sheet.documentElement?.remove();
  sheet.append(sheet.importNode(mail.documentElement, true));
}

export interface MailWindow {
  show(html: string): void;
  close(): void;
}

/** A window of its own for a mail, empty at first: browsers let none open long after a click. Null where none opens. */
export function openMailWindow(): MailWindow | null {
  const opened = open("", "_blank");
  if (!opened) return null;
  opened.opener = null;
  const show = (html: string) => {
    const page = opened.document;
    const frame = page.createElement("iframe");
    frame.setAttribute("sandbox", SANDBOX);
    frame.title = say.mail;
    frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0;background:white";
    frame.addEventListener("load", () => {
      fill(frame, html);
      page.title = frame.contentDocument?.title ?? "";
    });
    frame.src = new URL(SHEET, location.href).href;
    page.body.replaceChildren(frame);
  };
  return { show, close: () => opened.close() };
}
