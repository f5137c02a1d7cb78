import { ArrowLeft, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/ui/button";
import { Field, TextArea } from "@/ui/field";
import { sizeOf } from "../checks/size";
import type { MediaItem } from "../host";

interface Props {
  item: MediaItem;
  alt: string;
  onBack: () => void;
  onDelete: () => void;
  onUse: (alt: string) => void;
}

/** The picture that was chosen, and what it says for those who do not see it. */
export function ImageDetails({ item, alt, onBack, onDelete, onUse }: Props) {
  const [text, setText] = useState(alt);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog hangs in the properties' tree.
    event.stopPropagation();
    onUse(text.trim());
  };
  return (
    <form onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
      <img src={item.url} alt="" className="max-h-[44dvh] w-full rounded-control bg-paper object-contain" />
      <div className="grid content-start gap-4">
        <div>
          <p className="break-words font-medium">{item.name}</p>
          <p className="figures text-12 text-muted">
            {item.width} × {item.height} px, {sizeOf(item.bytes)}
          </p>
        </div>
        <Field
          label="Alternative text"
          hint="What the picture says, in a sentence. Leave it empty only if it says nothing that the text does not."
        >
          {(field) => <TextArea {...field} rows={3} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="accent">
            Use image
          </Button>
          <Button onClick={onBack}>
            <ArrowLeft aria-hidden="true" />
            All images
          </Button>
          <Button look="warn" onClick={onDelete}>
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        </div>
      </div>
    </form>
  );
}
