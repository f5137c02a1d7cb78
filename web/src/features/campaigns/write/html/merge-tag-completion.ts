import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { mergeTag, mergeTags } from "@/email/merge-tags";
import { say } from "../words";

/** Puts the whole tag in; braces that were closed by themselves go. */
function apply(text: string) {
  return (view: EditorView, _: Completion, from: number, to: number) => {
    const after = view.state.sliceDoc(to, to + 3);
    const end = to + (/^ ?\}{1,2}/.exec(after)?.[0].length ?? 0);
    view.dispatch({ changes: { from, to: end, insert: text }, selection: { anchor: from + text.length } });
  };
}

const options: Completion[] = mergeTags.flatMap(({ path, label, takesDefault }) => {
  const whole = mergeTag(path);
  const plain = { label: whole, detail: label, type: "variable", apply: apply(whole) };
  if (!takesDefault) return [plain];
  const withDefault = mergeTag(path, "there");
  return [plain, { label: withDefault, detail: say.labelOrElse(label), type: "variable", apply: apply(withDefault) }];
});

/** What can stand between two braces. */
export function completeMergeTag(context: CompletionContext): CompletionResult | null {
  const open = context.matchBefore(/\{\{\s*[\w.]*$/);
  return open && { from: open.from, options, filter: true };
}
