import { Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { sanitize } from "@/email";
import { writingOf } from "@/email/blocks";
import type { WrittenBlock } from "@/email/types";
import { Button } from "@/ui/button";
import { Field, TextArea } from "@/ui/field";
import { Fold, Group } from "../controls/fields";
import { useEditor } from "../state";
import { say } from "../words";
import { useEdit } from "./edit";

/** What every block of text has; what only its type has stands before it. */
export function WritingFields({ block, children }: { block: WrittenBlock; children?: ReactNode }) {
  const { error } = useEdit();
  return (
    <>
      <Group title={say.content}>
        {children}
        <WriteButton id={block.id} error={error("content")} />
      </Group>
      <SourceFold key={block.content} block={block} />
    </>
  );
}

/** The same as a double click on the text. */
function WriteButton({ id, error }: { id: string; error: string | undefined }) {
  const editor = useEditor();
  return (
    <div>
      <Button size="small" onClick={() => editor.dispatch({ type: "edit", id })}>
        <Pencil aria-hidden="true" />
        {say.editText}
      </Button>
      {error ? <p className="mt-1.5 text-12 text-red">{error}</p> : null}
    </div>
  );
}

/** The text's HTML, for those who would rather write that; what a mail cannot have is taken out. */
function SourceFold({ block }: { block: WrittenBlock }) {
  const { set } = useEdit();
  const [typed, setTyped] = useState(block.content);
  const commit = () => {
    const content = sanitize(typed, writingOf(block).html);
    if (content !== block.content) set({ content }, "source");
    setTyped(content);
  };
  return (
    <Fold title={say.htmlOfTheText}>
      <Field label={say.html} hint={say.takenOverWhenYouLeave}>
        {(field) => (
          <TextArea
            {...field}
            rows={8}
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={commit}
            className="font-mono sm:text-12"
          />
        )}
      </Field>
    </Fold>
  );
}
