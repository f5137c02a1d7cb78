import type { Editor } from "../state";
import type { CanvasElements } from "../view/elements";
import { edgeSpeed, wheelPixels } from "./edge-scroll";
import { type Box, type Drop, findDrop, type List, type Load, measureLists, type Point } from "./targets";

/** Follows what is dragged, without React: nothing is rendered while something moves. */
export class DropTracker {
  /** Shows where it would land. */
  line: HTMLElement | null = null;
  drop: Drop | null = null;
  #lists: List | null = null;
  #load: Load | null = null;
  #client: Point | null = null;
  #height = 0;
  #frame = 0;
  /** Where the hand was when it began; null while keys move it. */
  #from: Point | null = null;
  #running = 0;
  #end = new AbortController();

  constructor(
    private readonly editor: Editor,
    private readonly elements: CanvasElements,
    private readonly onChange: (drop: Drop | null) => void,
  ) {}

  get dragging() {
    return this.#load !== null;
  }

  begin(load: Load, byPointer: boolean) {
    this.#load = load;
    this.#end = new AbortController();
    this.#measure();
    const { signal } = this.#end;
    if (byPointer) {
      const follow = ({ clientX, clientY }: PointerEvent) => this.holdAt({ x: clientX, y: clientY });
      addEventListener("pointermove", follow, { signal, passive: true });
    }
    addEventListener("wheel", (event) => this.#turn(event), { signal, passive: false });
    this.elements.scroller?.addEventListener("scroll", () => this.#schedule(), { signal, passive: true });
    this.#lifted()?.setAttribute("data-lifted", "");
  }

  /** Where a hand holds it, a point of the window; near the edges of the canvas it scrolls. */
  holdAt(client: Point) {
    this.#from ??= client;
    this.moveTo(client);
    this.#run();
  }

  /** `client` is a point of the window. */
  moveTo(client: Point) {
    this.#client = client;
    this.#schedule();
  }

  /** Ends it and says where it was to land. */
  finish(): Drop | null {
    if (this.#frame !== 0) this.#look();
    const { drop } = this;
    this.#lifted()?.removeAttribute("data-lifted");
    this.#end.abort();
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#running);
    this.#frame = 0;
    this.#running = 0;
    this.#from = null;
    this.#load = null;
    this.#lists = null;
    this.#client = null;
    this.drop = null;
    this.#draw();
    return drop;
  }

  /** Scrolls for as long as it is held near an edge. */
  #run() {
    if (this.#running !== 0) return;
    let last = performance.now();
    const frame = (now: number) => {
      this.#running = 0;
      const { scroller } = this.elements;
      if (!this.#client || !this.#from || !scroller) return;
      const speed = edgeSpeed(scroller.getBoundingClientRect(), this.#client, this.#from);
      if (speed === 0) return;
      // At least a px, for what is less is rounded away; a frame that came late is no leap.
      const way = (speed * Math.min(50, now - last)) / 1000;
      last = now;
      scroller.scrollTop += Math.sign(way) * Math.max(1, Math.abs(way));
      this.#running = requestAnimationFrame(frame);
    };
    this.#running = requestAnimationFrame(frame);
  }

  /** Wherever the pointer is, the wheel means the canvas: what hangs at the pointer is in between. */
  #turn(event: WheelEvent) {
    const { scroller } = this.elements;
    if (!scroller || event.ctrlKey) return;
    event.preventDefault();
    scroller.scrollTop += wheelPixels(event, scroller.clientHeight);
  }

  #lifted() {
    const id = this.#load?.id;
    return id ? this.elements.blocks.get(id) : undefined;
  }

  #schedule() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#look());
  }

  #look() {
    this.#frame = 0;
    const { scroller } = this.elements;
    if (!this.#load || !this.#client || !scroller) return;
    // Blocks that were never seen are only estimated; once they are, everything below them has moved.
    if (scroller.scrollHeight !== this.#height) this.#measure();
    if (!this.#lists) return;
    const origin = originOf(scroller);
    const next = findDrop(this.#lists, { x: this.#client.x - origin.x, y: this.#client.y - origin.y }, this.#load);
    if (samePlace(next, this.drop)) return;
    this.drop = next;
    this.#draw();
    this.onChange(next);
  }

  #measure() {
    const { scroller, tree, blocks, columns } = this.elements;
    if (!scroller) return;
    this.#height = scroller.scrollHeight;
    const origin = originOf(scroller);
    const boxOf = (element: Element | null | undefined): Box | null => {
      if (!element) return null;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left: left - origin.x, top: top - origin.y, right: right - origin.x, bottom: bottom - origin.y };
    };
    this.#lists = measureLists(this.editor.getState().document.blocks, {
      root: boxOf(tree) ?? { left: 0, top: 0, right: 0, bottom: 0 },
      block: (id) => boxOf(blocks.get(id)),
      column: (id, column) => boxOf(columns.get(`${id} ${column}`)),
    });
  }

  #draw() {
    if (!this.line) return;
    const { drop, line } = this;
    line.hidden = drop === null;
    if (!drop) return;
    line.style.width = `${drop.line.width}px`;
    line.style.transform = `translate(${drop.line.x}px, ${drop.line.y - 1}px)`;
  }
}

/** Where the corner of what is scrolled lies in the window. */
function originOf(scroller: HTMLElement): Point {
  const { left, top } = scroller.getBoundingClientRect();
  return { x: left - scroller.scrollLeft, y: top - scroller.scrollTop };
}

const samePlace = (one: Drop | null, other: Drop | null) =>
  one?.line.y === other?.line.y &&
  one?.place.index === other?.place.index &&
  one?.place.parent?.id === other?.place.parent?.id &&
  one?.place.parent?.column === other?.place.parent?.column;
