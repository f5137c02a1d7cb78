/** Lets what was dropped glide from where the hand let it go to where it stands. */
export function settle(element: HTMLElement | undefined, from: { left: number; top: number } | null) {
  if (!element?.animate || !from || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const to = element.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) + Math.abs(y) < 2) return;
  element.animate([{ transform: `translate(${x}px, ${y}px) scale(1.01)` }, { transform: "none" }], {
    duration: 140,
    easing: "cubic-bezier(0.2, 0, 0, 1)",
  });
}
