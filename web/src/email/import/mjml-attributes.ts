import { hexOf } from "../colors";
import { px } from "../css";
import { type Element, textIn } from "./tree";

/** Attributes as MJML resolves them: the element's own, its classes', those of its kind, those of all. */
export class Attributes {
  private readonly kinds = new Map<string, Map<string, string>>();
  private readonly classes = new Map<string, Map<string, string>>();

  constructor(head: Element | undefined) {
    for (const node of head?.children ?? []) {
      if (typeof node === "string" || node.name !== "mj-attributes") continue;
      for (const child of node.children) {
        if (typeof child === "string") continue;
        const name = child.attributes.get("name");
        if (child.name === "mj-class") this.classes.set(name ?? "", child.attributes);
        else this.kinds.set(child.name, child.attributes);
      }
    }
  }

  /** Undefined where only MJML's own default would stand. */
  of(node: Element, key: string): string | undefined {
    const own = node.attributes.get(key);
    if (own !== undefined) return own;
    const classes = (node.attributes.get("mj-class") ?? "").split(/\s+/).reverse();
    for (const name of classes) {
      const value = this.classes.get(name)?.get(key);
      if (value !== undefined) return value;
    }
    return this.kinds.get(node.name)?.get(key) ?? this.kinds.get("mj-all")?.get(key);
  }

  /** What stands for every element of a kind. */
  ofKind = (kind: string, key: string) => this.kinds.get(kind)?.get(key) ?? this.kinds.get("mj-all")?.get(key);

  color = (node: Element, key: string) => hexOf(this.of(node, key)) ?? undefined;

  px = (node: Element, key: string) => px(this.of(node, key)) ?? undefined;
}

export const elementsIn = (node: Element): Element[] =>
  node.children.filter((child): child is Element => typeof child !== "string");

/** Whether there is anything to read, or any element, inside. */
export const isEmpty = (node: Element): boolean => elementsIn(node).length === 0 && textIn(node) === "";
