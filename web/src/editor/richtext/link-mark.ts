import { InputRule, Mark } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { isAllowedUrl } from "@/email";
import { judgeLink } from "./links";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    link: {
      /** Refused when the link may not lead there. */
      setLink: (attributes: { href: string }) => ReturnType;
      unsetLink: () => ReturnType;
    };
  }
}

/** An address that stands alone. */
const ADDRESS = /^https?:\/\/\S+$/i;
const TYPED = /(?:^|\s)(https?:\/\/[^\s]*[^\s.,;:!?)])([.,;:!?)]*)\s$/i;

/**
 * A link. TipTap's own recognises addresses with a library and a list of all top-level domains, which weigh as much as
 * all other marks together; here an address is what begins with http.
 */
export const LinkMark = Mark.create({
  name: "link",
  priority: 1000,
  keepOnSplit: false,
  inclusive: false,

  addAttributes: () => ({
    href: { default: "" },
    target: { default: "_blank", parseHTML: () => "_blank" },
    rel: { default: "noopener noreferrer nofollow", parseHTML: () => "noopener noreferrer nofollow" },
  }),

  parseHTML: () => [
    { tag: "a[href]", getAttrs: (element) => (isAllowedUrl(element.getAttribute("href") ?? "") ? null : false) },
  ],

  renderHTML({ HTMLAttributes }) {
    const href = String(HTMLAttributes.href ?? "");
    return ["a", { ...HTMLAttributes, href: isAllowedUrl(href) ? href : "" }, 0];
  },

  addCommands() {
    return {
      setLink:
        ({ href }) =>
        ({ chain }) =>
          isAllowedUrl(href) && chain().setMark(this.name, { href }).run(),
      unsetLink:
        () =>
        ({ chain }) =>
          chain().unsetMark(this.name, { extendEmptyMarkRange: true }).run(),
    };
  },

  addInputRules() {
    return [
      new InputRule({
        find: TYPED,
        handler: ({ state, range, match }) => {
          const [whole, href = "", after = ""] = match;
          const from = range.from + whole.indexOf(href);
          // The space is in the text already.
          const to = range.to - after.length - 1;
          state.tr.addMark(from, to, this.type.create({ href })).removeStoredMark(this.type);
        },
      }),
    ];
  },

  addProseMirrorPlugins() {
    const { editor, type } = this;
    return [
      new Plugin({
        props: {
          // An address that is pasted on words becomes their link; on nothing, a link with itself as the text.
          handlePaste(view, event) {
            const typed = event.clipboardData?.getData("text/plain").trim() ?? "";
            const verdict = ADDRESS.test(typed) ? judgeLink(typed) : null;
            if (!verdict || "error" in verdict) return false;
            if (!view.state.selection.empty) return editor.commands.setLink(verdict);
            const text = view.state.schema.text(typed, [type.create(verdict)]);
            view.dispatch(view.state.tr.replaceSelectionWith(text, false).scrollIntoView());
            return true;
          },
        },
      }),
    ];
  },
});
