import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { createBlock } from "@/email/factory";
import { warn } from "@/lib/notify";
import { useCommands } from "../commands";
import type { MediaItem } from "../host";
import { reasonOf } from "../host";
import { isWriting, overlayIsOpen } from "../keyboard/keys";
import { useTrust } from "../pictures/context";
import { isPicture, sendPicture } from "../pictures/upload";
import { type Place, useEditor } from "../state";
import { useHost } from "../ui";
import { say } from "../words";
import { useDragging } from "./context";

/** How wide a new picture stands in a mail at most. px. */
const WIDEST = 600;

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;

function blockOf({ url, width }: MediaItem) {
  return { ...createBlock("image"), src: url, alt: "", width: Math.min(width, WIDEST) };
}

/** Uploads pictures one after the other and puts each into the mail; says why the others do not come. */
function useBringing() {
  const { media } = useHost();
  const commands = useCommands();
  const trust = useTrust();
  const bringOne = async (file: File, at: Place) => {
    const id = toast.loading(say.uploadingName2(file.name));
    try {
      const item = await sendPicture(media, file, () => undefined);
      trust(item.url);
      commands.insert([blockOf(item)], at, say.addImage);
      return true;
    } catch (error) {
      warn(`${file.name}: ${reasonOf(error, say.theImageCouldNotBeUploaded)}`);
      return false;
    } finally {
      toast.dismiss(id);
    }
  };
  return async (files: File[], place: Place) => {
    let brought = 0;
    for (const file of files) {
      if (!isPicture(file)) warn(say.nameIsNotAPicture(file.name));
      else if (await bringOne(file, { ...place, index: place.index + brought })) brought++;
    }
  };
}

/**
 * Files that are dropped anywhere in the editor: pictures go into the mail where they are let go. No file is ever left to
 * the browser, which would open it in place of the mail.
 */
export function FileDrops() {
  const { tracker } = useDragging();
  const editor = useEditor();
  const bringing = useBringing();
  const bring = useRef(bringing);
  bring.current = bringing;
  useEffect(() => {
    let held = false;
    const release = () => {
      if (!held) return null;
      held = false;
      return tracker.finish();
    };
    const onOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // A dialog that takes files itself; text that is being written only looks as if it did.
      const taken = event.defaultPrevented && !isWriting(event.target);
      event.preventDefault();
      if (taken || overlayIsOpen()) return void release();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
      if (!held && !tracker.dragging) {
        tracker.begin({ id: null, block: { type: "image" } }, false);
        held = true;
      }
      if (held) tracker.holdAt({ x: event.clientX, y: event.clientY });
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) release();
    };
    const onDrop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      const drop = release();
      if (event.defaultPrevented) return;
      event.preventDefault();
      const files = Array.from(event.dataTransfer?.files ?? []);
      if (overlayIsOpen()) warn(say.closeWhatIsOpenFirst);
      else void bring.current(files, drop?.place ?? { parent: null, index: editor.getState().document.blocks.length });
    };
    const end = new AbortController();
    addEventListener("dragover", onOver, { signal: end.signal });
    addEventListener("dragleave", onLeave, { signal: end.signal });
    addEventListener("drop", onDrop, { signal: end.signal });
    return () => {
      end.abort();
      release();
    };
  }, [tracker, editor]);
  return null;
}
