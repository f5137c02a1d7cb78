/** As much of jsdom's own elements as is asked here; those of the page have it too. */
interface Asked {
  localName: string;
  hasAttributeNS(namespace: string | null, name: string): boolean;
  getAttributeNS(namespace: string | null, name: string): string | null;
}

type Need = (element: Asked) => boolean;

/** What jsdom makes of `check` beyond this is nothing. */
type Check = (selector: string, element: Asked) => { match: boolean; pseudoElement: string | null; ast: unknown };

const attribute = /\[\s*([\w-]+)(?:[^\]"']|"[^"]*"|'[^']*')*\]/g;
const inner = /\([^()]*\)/g;
const isType = /^[a-z][a-z0-9]*$/;
const areTypes = /^[a-z][a-z0-9]*(?:\s*,\s*[a-z][a-z0-9]*)*$/;
/** What only elements with an attribute can be. */
const state: Record<string, string> = { link: "href", visited: "href", "popover-open": "popover" };

const named = (types: string[]): Need => {
  const set = new Set(types);
  return ({ localName }) => set.has(localName.toLowerCase());
};

/** What an element needs for the last part of a selector, which speaks of itself; null where that can't be told. */
function needOfPart(part: string): Need | null {
  const listed = /^:is\(([^()]*)\)/
    .exec(part)?.[1]
    ?.split(",")
    .map((type) => type.trim());
  if (listed?.every((type) => isType.test(type))) return named(listed);
  const plain = part.replace(inner, "");
  const type = /^[a-z][a-z0-9]*(?![\w-])/.exec(plain)?.[0];
  if (type) return named([type]);
  const name = /\[([a-z-]+)\]/.exec(plain)?.[1] ?? state[/:([a-z-]+)/.exec(plain)?.[1] ?? ""];
  if (name) return (element) => element.hasAttributeNS(null, name);
  const className = /\.([a-z][\w-]*)/.exec(plain)?.[1]?.toLowerCase();
  if (className) return (element) => (element.getAttributeNS(null, "class") ?? "").toLowerCase().includes(className);
  return null;
}

/** Cuts where nothing in brackets is. */
const cut = (text: string, at: RegExp) => {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (depth === 0 && at.test(letter)) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
};

/** What an element needs for a selector to fit it; null where that can't be told. */
export function needOf(selector: string): Need | null {
  if (/[\\|]/.test(selector)) return null;
  const whole = cut(selector.replace(attribute, "[$1]"), /,/);
  const needs = whole.map((one) => needOfPart(cut(one, /[\s>+~]/).at(-1) ?? ""));
  return needs.every((need) => need !== null) ? (element) => needs.some((need) => need(element)) : null;
}

/** `check`, asked only where the answer isn't plain. */
export function sparing(check: Check): Check {
  const needs = new Map<string, Need | null>();
  return (selector, element) => {
    let need = needs.get(selector);
    if (need === undefined) {
      need = needOf(selector);
      needs.set(selector, need);
    }
    if (!need) return check(selector, element);
    const can = need(element);
    return can && !areTypes.test(selector) ? check(selector, element) : { match: can, pseudoElement: null, ast: null };
  };
}

/** What jsdom keeps of a node of the page. */
function inside<T>(node: Node): T | undefined {
  const key = Object.getOwnPropertySymbols(node).find(({ description }) => description === "impl");
  return key && (node as unknown as Record<symbol, T>)[key];
}

/**
 * Gives the style of an element again as long as nothing around it changed. jsdom works it out anew for each time it is asked,
 * and roles, names, clicks and axe ask for an element and all that it is in.
 */
export function remembering(compute: (element: Element) => CSSStyleDeclaration): typeof compute {
  const known = new WeakMap<Element, { root: Node; version: number; style: CSSStyleDeclaration }>();
  return (element) => {
    const root = element.getRootNode();
    const version = inside<{ _version: number }>(root)?._version;
    if (version === undefined) throw new Error("jsdom counts the changes of a page elsewhere");
    const last = known.get(element);
    if (last?.root === root && last.version === version) return last.style;
    const style = compute(element);
    known.set(element, { root, version, style });
    return style;
  };
}

/**
 * For the style of one element jsdom asks its selector engine about every rule there is, more than 200, and roles,
 * clicks and axe want to know the style of nearly each: a third of these tests' time. Most rules speak of another type.
 */
export function hasten(page: Document) {
  const engine = inside<{ _domSelector?: { check: Check } }>(page)?._domSelector;
  if (!engine) throw new Error("jsdom keeps its selector engine elsewhere");
  engine.check = sparing(engine.check);
}
