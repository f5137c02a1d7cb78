import type { NodeViewRenderer } from "@tiptap/core";

/** An element in the text whose inside React draws. */
export interface View<T> {
  key: string;
  element: HTMLElement;
  props: T;
}

/** The elements that are there, for whoever draws them. */
export class Views<T> {
  #list: readonly View<T>[] = [];
  readonly #listeners = new Set<() => void>();

  readonly list = () => this.#list;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  put(view: View<T>) {
    const there = this.#list.some(({ key }) => key === view.key);
    this.#set(there ? this.#list.map((one) => (one.key === view.key ? view : one)) : [...this.#list, view]);
  }

  remove(gone: string) {
    this.#set(this.#list.filter(({ key }) => key !== gone));
  }

  #set(list: readonly View<T>[]) {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}

export interface PartProps {
  /** The block as it is stored. */
  mail: unknown;
  selected: boolean;
  at: () => number | undefined;
}

let count = 0;

/** What is inside of a part is React's; its controls have their events for themselves. */
export const partView =
  (views: Views<PartProps>): NodeViewRenderer =>
  ({ node, getPos }) => {
    count += 1;
    const key = `part-${count}`;
    const element = document.createElement("div");
    element.className = "mail-part";
    let props: PartProps = { mail: node.attrs.mail, selected: false, at: getPos };
    const show = (change: Partial<PartProps>) => {
      props = { ...props, ...change };
      element.classList.toggle("is-selected", props.selected);
      views.put({ key, element, props });
    };
    show({});
    return {
      dom: element,
      update: (next) => {
        if (next.type !== node.type) return false;
        if (next.attrs.mail !== props.mail) show({ mail: next.attrs.mail });
        return true;
      },
      selectNode: () => show({ selected: true }),
      deselectNode: () => show({ selected: false }),
      stopEvent: ({ target }) => target instanceof Element && target.closest("[data-part-tools]") !== null,
      ignoreMutation: () => true,
      destroy: () => views.remove(key),
    };
  };
