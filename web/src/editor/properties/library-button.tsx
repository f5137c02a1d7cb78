import { Images } from "lucide-react";
import { useState } from "react";
import { lazyCode } from "@/lib/code";
import { Button } from "@/ui/button";
import type { MediaItem } from "../host";
import { useTrust } from "../pictures/context";
import { say } from "../words";

const ImageDialog = lazyCode(() => import("../dialogs/image-dialog"));

/** A button that opens the library. */
export function LibraryButton({ alt, onPick }: { alt: string; onPick: (item: MediaItem, alt: string) => void }) {
  const [open, setOpen] = useState(false);
  const trust = useTrust();
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        <Images aria-hidden="true" />
        {say.chooseOrUpload}
      </Button>
      {open ? (
        <ImageDialog
          alt={alt}
          onClose={() => setOpen(false)}
          onPick={(item, text) => {
            trust(item.url);
            onPick(item, text);
            setOpen(false);
          }}
        />
      ) : null}
    </div>
  );
}
