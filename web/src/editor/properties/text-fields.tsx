import { Pencil } from "lucide-react";
import { useState } from "react";
import { sanitize } from "@/email";
import { ofLevel } from "@/email/factory";
import type { HeadingBlock, HeadingLevel, TextBlock } from "@/email/types";
import { Button } from "@/ui/button";
import { Field, TextArea } from "@/ui/field";
import { useEditor } from "../state";
import { ChoiceControl, Fold, Group } from "./controls";
import { useEdit } from "./edit";

const levels: { value: `${HeadingLevel}`; level: HeadingLevel }[] = [
  { value: "1", level: 1 },
  { value: "2", level: 2 },
  { value: "3", level: 3 },
  { value: "4", level: 4 },
  { value: "5", level: 5 },
  { value: "6", level: 6 },
];

export function HeadingFields({ block }: { block: HeadingBlock }) {
  const { set, error } = useEdit();
  return (
    <>
      <Group title="Content">
        <ChoiceControl
          label="Level"
          value={`${block.level}`}
          options={levels.map(({ value }) => ({ value, label: `Heading ${value}` }))}
          onChange={(value) => set(ofLevel(block, levels.find((one) => one.value === value)?.level ?? 2), "level")}
          error={error("level")}
        />
        <WriteButton id={block.id} error={error("content")} />
      </Group>
      <SourceFold key={block.content} block={block} />
    </>
  );
}

export function TextFields({ block }: { block: TextBlock }) {
  const { error } = useEdit();
  return (
    <>
      <Group title="Content">
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
        Edit text
      </Button>
      {error ? <p className="mt-1.5 text-12 text-red">{error}</p> : null}
    </div>
  );
}

/** The text's HTML, for those who would rather write that; what a mail cannot have is taken out. */
function SourceFold({ block }: { block: HeadingBlock | TextBlock }) {
  const { set } = useEdit();
  const [typed, setTyped] = useState(block.content);
  const commit = () => {
    const content = sanitize(typed, block.type === "heading" ? "inline" : "rich");
    if (content !== block.content) set({ content }, "source");
    setTyped(content);
  };
  return (
    <Fold title="HTML of the text">
      <Field label="HTML" hint="Taken over when you leave the field; what mails cannot have is removed.">
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
