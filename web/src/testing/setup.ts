import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

// What jsdom lacks and the app asks for.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as unknown as MediaQueryList;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// Busy machines render slowly; a test that fails takes longer, one that passes does not.
configure({ asyncUtilTimeout: 8000 });

/** jsdom does not know <search>, and errors that a test provokes are logged as in the app. */
const EXPECTED = /The tag <%s> is unrecognized|SWR Error/;

beforeEach(() => {
  const log = console.error;
  vi.spyOn(console, "error").mockImplementation((...values: unknown[]) => {
    if (!EXPECTED.test(String(values[0]))) log(...values);
  });

  localStorage.clear();
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
