import { type FormEvent, useState } from "react";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { say } from "../words";
import { ChoiceList } from "./choice-list";
import { type TagParts, tagChoices, tagLabel, takesDefault } from "./tags";

interface PickerProps {
  attributes: readonly string[] | undefined;
  onPick: (parts: TagParts) => void;
}

/** Choose what differs from reader to reader; then, where a reader may lack it, what stands there instead. */
export function MergeTagPicker({ attributes, onPick }: PickerProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (chosen !== null) return <FallbackForm path={chosen} action={say.insert} initial="" onSubmit={onPick} />;
  return (
    <div className="max-h-80 w-80 max-w-full overflow-y-auto p-1">
      <ChoiceList
        label={say.mergeTags}
        placeholder={say.findAMergeTag}
        empty={say.noMergeTagHasThis}
        choices={tagChoices(attributes).map(({ path, label, sample }) => ({ id: path, label, detail: sample }))}
        onChoose={(path) => (takesDefault(path) ? setChosen(path) : onPick({ path, fallback: null }))}
      />
    </div>
  );
}

interface FallbackProps {
  path: string;
  action: string;
  initial: string;
  onSubmit: (parts: TagParts) => void;
  onRemove?: () => void;
}

/** What readers get who have no such value. */
export function FallbackForm({ path, action, initial, onSubmit, onRemove }: FallbackProps) {
  const [text, setText] = useState(initial);
  const asks = takesDefault(path);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit({ path, fallback: asks && text !== "" ? text : null });
  };
  return (
    <form onSubmit={submit} className="grid w-72 max-w-full gap-3">
      {asks ? (
        <Field label={say.pathOrElse(tagLabel(path))} hint={say.forReadersWithoutOneSuch}>
          {(field) => (
            <Input
              {...field}
              autoFocus
              value={text}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <p className="text-13">{say.everySubscriberHas(tagLabel(path))}</p>
      )}
      <div className="flex gap-2">
        <Button type="submit" look="accent" size="small">
          {asks ? action : say.done}
        </Button>
        {onRemove ? (
          <Button size="small" look="warn" onClick={onRemove}>
            {say.remove}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
