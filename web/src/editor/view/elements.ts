const ITEM = '[role="treeitem"]';

/** How soon after the one before a step counts as one on the way to another block, in ms. */
export const PASSING_MS = 150;

/** The elements of the canvas that stand for blocks and columns; to focus and to measure them. */
export class CanvasElements {
  readonly blocks = new Map<string, HTMLElement>();
  readonly columns = new Map<string, HTMLElement>();
  /** Scrolls; what is measured is measured from its upper left corner. */
  scroller: HTMLElement | null = null;
  tree: HTMLElement | null = null;
  /** Whether the selection is passing by blocks, as it does while an arrow is held down. */
  passing = false;
  #stepped = Number.NEGATIVE_INFINITY;

  /** Call when an arrow is about to move the selection. */
  step() {
    const now = performance.now();
    this.passing = now - this.#stepped < PASSING_MS;
    this.#stepped = now;
  }

  static columnKey = (id: string, column: number) => `${id} ${column}`;

  setBlock(id: string, element: HTMLElement | null) {
    if (element) this.blocks.set(id, element);
    else this.blocks.delete(id);
  }

  setColumn(id: string, column: number, element: HTMLElement | null) {
    const key = CanvasElements.columnKey(id, column);
    if (element) this.columns.set(key, element);
    else this.columns.delete(key);
  }

  /** Into view and under the keyboard. */
  focusBlock(id: string) {
    const block = this.blocks.get(id);
    if (!block) return;
    const item = block.matches(ITEM) ? block : block.querySelector<HTMLElement>(`:scope > ${ITEM}`);
    item?.focus({ preventScroll: true });
    block.scrollIntoView({ block: "nearest" });
  }

  /** Call before a block moves: gives the focus back to the tool that moved it, else to the block. */
  holdFocus(id: string): () => void {
    const held = document.activeElement?.closest("[data-toolbar]") ? document.activeElement : null;
    const label = held?.getAttribute("aria-label");
    return () => {
      const tools = this.blocks.get(id)?.querySelectorAll<HTMLElement>("[data-toolbar] button:not(:disabled)") ?? [];
      const tool = label ? Array.from(tools).find((one) => one.getAttribute("aria-label") === label) : undefined;
      this.focusBlock(id);
      tool?.focus({ preventScroll: true });
    };
  }

  focusTree() {
    this.tree?.focus({ preventScroll: true });
  }

  hasFocus = () => Boolean(this.scroller?.contains(document.activeElement));
}
