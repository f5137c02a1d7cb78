import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { sectionOf } from "@/lib/paths";
import { isInField } from "@/lib/typing";

/** By these somebody goes on without waiting for the section. */
const GOES_ON = ["wheel", "touchmove", "pointerdown", "keydown"];

function show(section: HTMLElement) {
  section.scrollIntoView({ block: "start" });
  if (!isInField() && !document.querySelector('[role="dialog"]')) section.focus({ preventScroll: true });
}

/** Brings the section that the address names into view, also when its page is still loading, for however long. */
export function useSectionScroll() {
  const location = useLocation();
  const last = useRef(location.pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again scrolls again
  useEffect(() => {
    const isAnother = last.current !== location.pathname;
    last.current = location.pathname;
    if (!location.hash) {
      if (isAnother) scrollTo({ top: 0 });
      return;
    }
    const id = sectionOf(location.hash);
    const over = new AbortController();
    let frame = 0;
    const look = () => {
      frame = 0;
      const section = document.getElementById(id);
      if (!section) return;
      over.abort();
      show(section);
    };
    const nextFrame = () => {
      frame ||= requestAnimationFrame(look);
    };
    const coming = new MutationObserver(nextFrame);
    over.signal.addEventListener("abort", () => {
      coming.disconnect();
      cancelAnimationFrame(frame);
    });
    for (const kind of GOES_ON)
      addEventListener(kind, () => over.abort(), { capture: true, passive: true, signal: over.signal });
    coming.observe(document.body, { childList: true, subtree: true });
    nextFrame();
    return () => over.abort();
  }, [location.key, location.hash, location.pathname]);
}
