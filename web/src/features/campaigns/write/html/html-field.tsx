import { type ComponentType, useCallback, useEffect, useId, useRef, useState } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import { cn } from "@/lib/cn";
import { Skeleton } from "@/ui/surface";
import { HTML_HINT, HtmlField } from "../../campaign-fields";
import type { CampaignForm } from "../../schema";
import { InsertTag } from "../insert-tag";
import { say } from "../words";
import type { CodeHandle } from "./code-editor";

type Editor = typeof import("./code-editor").default;

/** The editor comes with the first page that shows it; where it does not come, a plain field does its work. */
function useEditor() {
  const [editor, setEditor] = useState<{ Part: ComponentType<Parameters<Editor>[0]> } | "failed" | null>(null);
  useEffect(() => {
    let current = true;
    import("./code-editor").then(
      (file) => current && setEditor({ Part: file.default }),
      (error: unknown) => {
        console.error("The HTML editor did not come", error);
        if (current) setEditor("failed");
      },
    );
    return () => {
      current = false;
    };
  }, []);
  return editor;
}

interface Props {
  form: UseFormReturn<CampaignForm>;
  newsletterId: number;
  disabled: boolean;
}

/** The HTML of a campaign. */
export function HtmlCode({ form, newsletterId, disabled }: Props) {
  const editor = useEditor();
  const id = useId();
  const { field, fieldState } = useController({ control: form.control, name: "html_content" });
  const error = fieldState.error?.message;
  const handle = useRef<CodeHandle | null>(null);
  const { ref } = field;
  const onReady = useCallback(
    (next: CodeHandle | null) => {
      handle.current = next;
      ref(next && { focus: next.focus });
    },
    [ref],
  );
  if (editor === "failed") return <HtmlField form={form} rows={18} className="field-sizing-content min-h-[56dvh]" />;
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-center justify-between gap-2">
        <p className="font-medium text-13">{say.htmlContent}</p>
        <InsertTag newsletterId={newsletterId} onInsert={(tag) => handle.current?.insert(tag)} className="ml-auto" />
        <span className="text-12 text-muted">{say.optional}</span>
      </div>
      <div
        className={cn(
          "min-h-[56dvh] overflow-hidden rounded-control border border-line-strong bg-page focus-within:border-accent",
          error && "border-red",
        )}
      >
        {editor ? (
          <editor.Part
            value={field.value}
            read={() => form.getValues("html_content")}
            onChange={field.onChange}
            label={say.htmlContent}
            describedBy={id}
            error={error}
            disabled={disabled}
            onReady={onReady}
          />
        ) : (
          <Skeleton className="h-[56dvh]" />
        )}
      </div>
      <p id={id} className={cn("mt-1.5 text-12", error ? "text-red" : "text-muted")}>
        {error ?? say.hintTypeForMoreTab(HTML_HINT)}
      </p>
    </div>
  );
}
