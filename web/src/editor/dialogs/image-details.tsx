import { ArrowLeft, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/ui/button";
import { Field, TextArea } from "@/ui/field";
import { sizeOf } from "../checks/size";
import type { MediaItem } from "../host";
import { say } from "../words";

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
          <p className="figures text-12 text-muted">{say.imageSize(item.width, item.height, sizeOf(item.bytes))}</p>
        </div>
        <Field label={say.alternativeText} hint={say.whatThePictureSaysIn}>
          {(field) => <TextArea {...field} rows={3} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="accent">
            {say.useImage}
          </Button>
          <Button onClick={onBack}>
            <ArrowLeft aria-hidden="true" />
            {say.allImages}
          </Button>
          <Button look="warn" onClick={onDelete}>
            <Trash2 aria-hidden="true" />
            {say.deleteIt}
          </Button>
        </div>
      </div>
    </form>
  );
}
