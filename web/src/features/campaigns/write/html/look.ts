import { HighlightStyle } from "@codemirror/language";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The tokens of the interface carry both themes, and their contrast is checked with them. */
export const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.definitionKeyword], color: "var(--blue)" },
  { tag: [tags.attributeName, tags.propertyName, tags.className], color: "var(--emerald)" },
  { tag: [tags.attributeValue, tags.string, tags.url, tags.color], color: "var(--green)" },
  { tag: [tags.number, tags.unit, tags.bool, tags.atom], color: "var(--yellow)" },
  { tag: [tags.comment, tags.meta, tags.angleBracket, tags.punctuation], color: "var(--muted)" },
  { tag: tags.character, color: "var(--yellow)" },
  { tag: tags.invalid, color: "var(--red)" },
]);

const marker = new MatchDecorator({
  regexp: /\{\{[^{}]*\}\}/g,
  decoration: Decoration.mark({ class: "cm-merge-tag" }),
});

/** Merge tags stand out of the HTML around them. */
export const mergeTagMarks = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;
    constructor(view: EditorView) {
      this.marks = marker.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.marks = marker.updateDeco(update, this.marks);
    }
  },
  { decorations: ({ marks }) => marks },
);

export const look = EditorView.theme({
  // A long email scrolls in the field, so that what stands below stays near.
  "&": {
    minHeight: "56dvh",
    maxHeight: "80dvh",
    fontSize: "13px",
    color: "var(--text)",
    backgroundColor: "var(--page)",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { overflow: "auto", fontFamily: "var(--font-mono)", lineHeight: "1.65" },
  ".cm-content": { caretColor: "var(--accent)", padding: "10px 0" },
  // All of the field takes the caret.
  ".cm-content, .cm-gutter": { minHeight: "56dvh" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--page)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--raised)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--blue-soft)",
  },
  ".cm-panels, .cm-tooltip": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--blue-soft)",
    color: "var(--text)",
  },
  ".cm-completionDetail": { color: "var(--muted)" },
  ".cm-merge-tag, .cm-merge-tag *": { color: "var(--yellow)", fontWeight: "600" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--red)" },
  ".cm-textfield": { backgroundColor: "var(--page)", border: "1px solid var(--line-strong)" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--surface)", border: "1px solid var(--line-strong)" },
});
