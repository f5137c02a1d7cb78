/** What near the edges of the canvas scrolls it while something is dragged. */

/** px inside the edge where it begins; less on a canvas that is low. */
const ZONE = 72;
/** px in a second, at the edge and beyond it. */
const FASTEST = 1200;

interface View {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Point {
  x: number;
  y: number;
}

/**
 * How fast the canvas runs under what is held at `point`, in px a second; negative is up. Only towards an edge that the
 * hand has come nearer to: what is lifted beside an edge does not run away.
 */
export function edgeSpeed(view: View, point: Point, from: Point): number {
  if (point.x < view.left || point.x > view.right) return 0;
  const zone = Math.min(ZONE, (view.bottom - view.top) / 4);
  if (zone <= 0) return 0;
  const up = Math.min(1, (view.top + zone - point.y) / zone);
  const down = Math.min(1, (point.y - (view.bottom - zone)) / zone);
  if (up > 0 && point.y < from.y) return -FASTEST * up * up;
  return down > 0 && point.y > from.y ? FASTEST * down * down : 0;
}

/** px of a wheel's turn, which is counted in px, lines or pages. */
export function wheelPixels({ deltaY, deltaMode }: WheelEvent, page: number): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * 16;
  return deltaMode === WheelEvent.DOM_DELTA_PAGE ? deltaY * page : deltaY;
}

/**
 * Moves what is lifted by keys one step. At the edge of the canvas the canvas moves instead, so that the edge of the
 * block that goes first stays in view. Gives the px that are left for the block.
 */
export function keyStep(scroller: HTMLElement | null, rect: { top: number; bottom: number }, step: number): number {
  const view = scroller?.getBoundingClientRect();
  if (!scroller || !view || view.height === 0) return step;
  const beyond = step < 0 ? Math.min(0, rect.top + step - view.top) : Math.max(0, rect.bottom + step - view.bottom);
  scroller.scrollTop += beyond;
  return step - beyond;
}
