import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { needOf, remembering } from "./selectors";

const [own, alerts] = ["jsdom/lib/jsdom/browser/default-stylesheet.css", "sonner/dist/styles.css"].map((file) =>
  readFileSync(`node_modules/${file}`, "utf8"),
);

const addStyle = (css = "") => {
  const style = document.head.appendChild(document.createElement("style"));
  style.textContent = css;
  return style;
};

// The app's page has those of its alerts.
beforeEach(() => void addStyle(alerts));

function selectorsIn(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule.selectorText];
    return "cssRules" in rule ? selectorsIn((rule as CSSGroupingRule).cssRules) : [];
  });
}

/** Fills a page with each type that a selector names, also within lists, and each attribute that one asks for. */
function fill(page: Document, selectors: string[]) {
  const types = selectors.flatMap(
    (one) => one.replaceAll(/\[[^\]]*\]/g, "").match(/(?<![.:\w-])[a-z][a-z0-9]*/g) ?? [],
  );
  const attributes = selectors.flatMap((one) => one.match(/(?<=\[)[^\]]+/g) ?? []);
  const each = [...new Set(attributes), "href", "popover"].map((one) => {
    const [name = "", value = ""] = one
      .replace(/ [is]$/, "")
      .replaceAll('"', "")
      .split(/[~^|*$]?=/);
    return [name.trim(), value.trim()] as const;
  });
  const within = page.body.appendChild(page.createElement("ul")).appendChild(page.createElement("ol"));
  for (const type of new Set([...types, "svg"])) {
    page.body.append(page.createElement(type));
    within.append(page.createElement(type));
  }
  for (const type of ["a", "dialog", "div", "input"]) {
    for (const [name, value] of each) {
      const one = page.createElement(type);
      one.setAttribute(name, value);
      page.body.append(one);
    }
  }
  page.body.insertAdjacentHTML(
    "beforeend",
    `<ol data-sonner-toaster dir="ltr" data-sonner-theme="dark">
      <li data-sonner-toast data-styled="true" data-visible="false" data-expanded="false" data-front="false">
      <div data-icon><svg><path/></svg></div><div data-content><p data-title>x</p></div><button data-button>x</button></li>
    </ol><div class="sonner-loading-bar"></div>`,
  );
}

/** Those of the page, and those that jsdom has for every element. */
const selectorsHere = () => {
  const style = addStyle(own);
  const all = [...document.styleSheets].flatMap(({ cssRules }) => selectorsIn(cssRules));
  style.remove();
  return all;
};

test("no element lacks what a selector that fits it is said to need", () => {
  const selectors = selectorsHere();
  expect(selectors.length).toBeGreaterThan(150);
  fill(document, selectors);
  const elements = [...document.querySelectorAll("*")];
  const wrong = selectors.flatMap((selector) => {
    const need = needOf(selector);
    if (!need) return [];
    return [...document.querySelectorAll(selector)].filter((one) => !need(one)).map((one) => [selector, one.outerHTML]);
  });
  expect(elements.length).toBeGreaterThan(400);
  expect(wrong).toEqual([]);
});

test("computed styles are those of a page whose engine is asked everything", () => {
  const other = document.documentElement.appendChild(document.createElement("iframe")).contentDocument as Document;
  for (const style of document.querySelectorAll("style")) other.head.append(other.importNode(style, true));
  const selectors = selectorsHere();
  fill(document, selectors);
  fill(other, selectors);
  const styles = (page: Document) =>
    [...page.body.querySelectorAll("*")].map((one) => `${one.localName} ${getComputedStyle(one).cssText}`);
  expect(styles(document)).toEqual(styles(other));
});

test("a style is worked out once, and anew after whatever may change it", () => {
  let asked = 0;
  const styleOf = remembering((element) => {
    asked += 1;
    return getComputedStyle(element);
  });
  document.body.innerHTML = "<div><p>Text</p></div>";
  const [outer, inner] = [...document.body.querySelectorAll("*")] as [HTMLElement, HTMLElement];
  const display = () => [styleOf(outer).display, styleOf(inner).display];
  expect([display(), display(), asked]).toEqual([["block", "block"], ["block", "block"], 2]);
  outer.style.display = "none";
  expect(display()).toEqual(["none", "block"]);
  inner.hidden = true;
  expect(display()).toEqual(["none", "none"]);
  outer.removeAttribute("style");
  const style = addStyle("div { display: flex }");
  expect(display()).toEqual(["flex", "none"]);
  style.textContent = "div { display: grid }";
  expect(display()).toEqual(["grid", "none"]);
});
