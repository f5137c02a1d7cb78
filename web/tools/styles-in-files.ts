import type { Plugin } from "vite";

/** One sheet at a time for each, as the package has it, but made of objects instead of style elements. */
const SINGLETON = `
export const stylesheetSingleton = () => {
  let count = 0;
  let sheet;
  return {
    add(css) {
      if (count++ > 0) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove() {
      if (--count > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    },
  };
};
`;

/** Calls that make a style element. */
const MADE = /createElement\(["'`]style["'`]\)/;
/** Called with the whole style sheet, which styles.css imports instead. */
const SONNER_CALL = /^__insertCSS\("(?:[^"\\]|\\.)*"\);$/m;

/**
 * The policy of the server's pages allows no style elements that scripts make. Three packages make some as they are
 * imported or used; a change of theirs that this does not know fails the build instead of a page.
 */
export function stylesInFiles(): Plugin {
  const done = new Set<string>();
  return {
    name: "styles-in-files",
    apply: "build",
    enforce: "pre",
    buildStart: () => done.clear(),
    transform(code, id) {
      if (/react-style-singleton\/dist\/[^/]+\/singleton\.js$/.test(id)) {
        done.add("react-style-singleton");
        return { code: SINGLETON, map: null };
      }
      if (/style-mod\/src\/style-mod\.js$/.test(id)) {
        // It has the way that needs no element, and takes it only in shadow trees.
        const adopting = code.replace("!root.head && root.adoptedStyleSheets", "root.adoptedStyleSheets");
        if (adopting === code) this.error("style-mod has changed");
        done.add("style-mod");
        return { code: adopting, map: null };
      }
      if (!/sonner\/dist\/index\.mjs$/.test(id)) return null;
      const changed = code.replace(SONNER_CALL, "");
      if (changed === code || changed.match(new RegExp(MADE, "g"))?.length !== 1) this.error("sonner has changed");
      done.add("sonner");
      return { code: changed, map: null };
    },
    generateBundle() {
      for (const name of ["react-style-singleton", "sonner", "style-mod"]) {
        if (!done.has(name)) this.error(`the styles of ${name} were not found`);
      }
    },
  };
}
