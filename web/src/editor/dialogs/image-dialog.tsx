import { ImageUp } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { useDebounced } from "@/lib/hooks";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { useConfirm } from "@/ui/confirm";
import { Dialog } from "@/ui/dialog";
import { Input } from "@/ui/field";
import type { MediaItem } from "../host";
import { reasonOf } from "../host";
import { pictureTypes } from "../pictures/upload";
import { useHost } from "../ui";
import { say } from "../words";
import { ImageDetails } from "./image-details";
import { ImageGrid } from "./image-grid";
import { UploadList } from "./upload-list";
import { useLibrary, useUploads } from "./use-images";

interface Props {
  /** The alternative text so far. */
  alt: string;
  onClose: () => void;
  onPick: (item: MediaItem, alt: string) => void;
}

/** The author's pictures: choose one, or bring new ones. */
export default function ImageDialog({ alt, onClose, onPick }: Props) {
  const { media } = useHost();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<MediaItem | null>(null);
  const library = useLibrary(media, useDebounced(query.trim(), 250));
  const { uploads, busy, upload, dismiss } = useUploads(media, (item) => {
    library.add(item);
    setChosen(item);
  });
  const confirm = useConfirm();
  const remove = async (item: MediaItem) => {
    const sure = await confirm({
      title: say.deleteImage,
      text: say.areYouSureYouWant(item.name),
      confirm: say.deleteIt,
      danger: true,
    });
    if (!sure) return;
    try {
      await media.remove(item.id);
      library.drop(item.id);
      setChosen(null);
    } catch (error) {
      warn(reasonOf(error, say.theImageCouldNotBe));
    }
  };

  return (
    <Dialog open onClose={onClose} busy={busy} width="wide" title={chosen ? say.useImage : say.images}>
      {chosen ? (
        <ImageDetails
          key={chosen.id}
          item={chosen}
          alt={alt}
          onBack={() => setChosen(null)}
          onDelete={() => remove(chosen)}
          onUse={(text) => onPick(chosen, text)}
        />
      ) : (
        <DropArea onFiles={upload}>
          <div className="mb-4 flex flex-wrap items-center gap-2">
            <Input
              type="search"
              aria-label={say.searchImages}
              placeholder={say.searchByName}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              className="min-w-0 flex-1"
            />
            <UploadButton onFiles={upload} />
          </div>
          <UploadList uploads={uploads} onDismiss={dismiss} />
          <ImageGrid library={library} filtered={query.trim() !== ""} onChoose={setChosen} />
        </DropArea>
      )}
    </Dialog>
  );
}

function UploadButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <ImageUp aria-hidden="true" />
        {say.upload}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={pictureTypes.join()}
        aria-label={say.imagesToUpload}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onFiles(Array.from(event.target.files ?? []));
          event.target.value = "";
        }}
      />
    </>
  );
}

/** Takes files that are dropped or pasted; the button does the same for keys. */
function DropArea({ onFiles, children }: { onFiles: (files: Iterable<File>) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles(Array.from(event.dataTransfer.files));
  };
  const paste = (event: ClipboardEvent) => {
    const files = Array.from(event.clipboardData.files);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra for the mouse; the button inside does the same
    <div
      onPaste={paste}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn("rounded-card", over && "outline-2 outline-accent outline-offset-8")}
    >
      {children}
    </div>
  );
}
