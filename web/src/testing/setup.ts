import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, vi } from "vitest";
import { hasten, remembering } from "./selectors";

// What jsdom lacks and the app asks for.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as unknown as MediaQueryList;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.setPointerCapture = () => undefined;
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
Range.prototype.getClientRects ??= () => Object.assign([new DOMRect()], { item: () => new DOMRect() });
// Everything is in view.
window.IntersectionObserver = class {
  constructor(private readonly seen: (entries: { isIntersecting: boolean; target: Element }[]) => void) {}
  observe(target: Element) {
    this.seen([{ isIntersecting: true, target }]);
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
} as unknown as typeof IntersectionObserver;
CSSStyleSheet.prototype.replaceSync ??= () => undefined;
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};

hasten(document);
const compute = window.getComputedStyle;
const remembered = remembering((element) => compute(element));
window.getComputedStyle = (element, pseudo) => (pseudo ? compute(element, pseudo) : remembered(element));

// jsdom's selector engine has the window tell each document that is parsed of clicks and keys, for `:hover` and the like,
// and the window goes through all listeners for every new one. No event reaches a document that is only read.
declare const jsdom: { window: object };
const parse = DOMParser.prototype.parseFromString;
DOMParser.prototype.parseFromString = function (...source) {
  Object.assign(jsdom.window, { addEventListener: () => undefined });
  try {
    return parse.apply(this, source);
  } finally {
    Reflect.deleteProperty(jsdom.window, "addEventListener");
  }
};

// Busy machines render slowly; a test that fails takes longer, one that passes does not.
configure({ asyncUtilTimeout: 120_000 });

/** jsdom does not know <search>, and errors that a test provokes are logged as in the app. */
const EXPECTED = /The tag <%s> is unrecognized|SWR Error/;

beforeEach(() => {
  const log = console.error;
  vi.spyOn(console, "error").mockImplementation((...values: unknown[]) => {
    if (!EXPECTED.test(String(values[0]))) log(...values);
  });

  // The page is that of the test before.
  localStorage.clear();
  history.replaceState(null, "", "/");
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
});

afterEach(() => {
  // Alerts outlive the page: the next test would find those of this one.
  toast.dismiss();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
