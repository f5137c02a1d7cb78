import { Extension, type Extensions, getSchema, type JSONContent } from "@tiptap/core";
import { DOMParser, type ParseOptions, type Slice } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { parseStyled, setStyles } from "@/lib/inline-styles";

/** HTML with style attributes as the editor takes it; its own parser would lose them to the page's policy. */
export function contentFrom(html: string, extensions: Extensions): JSONContent {
  return DOMParser.fromSchema(getSchema(extensions)).parse(parseStyled(html)).toJSON() as JSONContent;
}

/** The styles of what is pasted wait under another name until it is parsed. */
class PasteParser extends DOMParser {
  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    setStyles(dom as Element);
    return super.parseSlice(dom, options);
  }
}

export const PasteStyles = Extension.create({
  name: "pasteStyles",
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    const clipboardParser = new PasteParser(schema, DOMParser.fromSchema(schema).rules);
    return [new Plugin({ props: { clipboardParser } })];
  },
});
