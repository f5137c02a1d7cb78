/**
 * Work for when the page has nothing else to do, or 50 ms from now where browsers cannot tell (Safari); at the latest after
 * `timeout` ms. Calling the answer gives it up.
 */
export function whenIdle(work: () => void, timeout = 2000): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => work(), { timeout });
  return () => cancelIdleCallback(handle);
}
