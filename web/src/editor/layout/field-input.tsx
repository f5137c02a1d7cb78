import { type ReactNode, type Ref, useCallback, useRef } from "react";
import { cn } from "@/lib/cn";
import { Input } from "@/ui/field";
import { MergeTagButton } from "../controls/merge-tag-button";
import { type EditorState, useEditor, useEditorState } from "../state";
import { type BlockError, type UiState, useUiState } from "../ui";

interface Props {
  field: "name" | "subject" | "preheader";
  label: string;
  placeholder: string;
  maxLength: number;
  className?: string;
  ref?: Ref<HTMLInputElement>;
  /** Stands in the field, at its end. */
  tool?: ReactNode;
}

const none: readonly BlockError[] = [];

/** A field of the mail itself; every key counts as an edit. */
export function FieldInput({ field, label, placeholder, maxLength, className, ref, tool }: Props) {
  const editor = useEditor();
  const value = useEditorState(useCallback((state: EditorState) => state.document[field], [field]));
  const errors = useUiState(useCallback((state: UiState) => state.errors.get("") ?? none, []));
  const error = errors.find((one) => one.field === field)?.message;
  return (
    <div className="min-w-0">
      <div className="relative">
        <Input
          ref={ref}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-errormessage={error ? `editor-${field}-error` : undefined}
          data-field={field}
          placeholder={placeholder}
          maxLength={maxLength}
          value={value}
          onChange={(event) => editor.dispatch({ type: "fields", patch: { [field]: event.target.value } })}
          className={cn(tool && "pr-10", className)}
        />
        {tool ? <div className="absolute inset-y-0 right-0 flex items-center">{tool}</div> : null}
      </div>
      {error ? (
        <p id={`editor-${field}-error`} role="alert" className="mt-1 px-1 text-12 text-red">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Such a field that may hold merge tags. */
export function TagFieldInput(props: Omit<Props, "ref" | "tool" | "field"> & { field: "subject" | "preheader" }) {
  const editor = useEditor();
  const input = useRef<HTMLInputElement>(null);
  const insert = (value: string) => editor.dispatch({ type: "fields", patch: { [props.field]: value } });
  return <FieldInput {...props} ref={input} tool={<MergeTagButton field={input} onInsert={insert} />} />;
}
