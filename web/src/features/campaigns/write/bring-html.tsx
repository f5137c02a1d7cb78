import { useState } from "react";
import { messageOf } from "@/api/problem";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { Design } from "./design";
import { say } from "./words";

interface Props {
  html: string;
  text: string;
  onBring: (design: Design) => void;
  onClose: () => void;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Plain text with a paragraph for each that an empty line ends. */
const asHtml = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((lines) => `<p>${escaped(lines.trim()).replaceAll("\n", "<br>")}</p>`)
    .join("");

/** Asks what becomes of HTML that was written by hand when its author wants to write on without it. */
export default function BringHtml({ html, text, onBring, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const bring = async () => {
    setBusy(true);
    try {
      const { importHtml } = await import("@/email");
      const { document } = importHtml(html.trim() === "" ? asHtml(text) : html);
      onBring({ blocks: document.blocks, theme: document.theme as Design["theme"] });
    } catch (error) {
      warn(messageOf(error, say.yourHTMLCouldNotBe));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      width="narrow"
      title={say.writeWithoutHTML}
      footer={
        <>
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button onClick={() => onBring({ blocks: [], theme: null })}>{say.startEmpty}</Button>
          <Button look="accent" disabled={busy} onClick={() => void bring()}>
            {say.keepMyWords}
          </Button>
        </>
      }
    >
      <p>{say.yourHTMLBecomesTextPictures}</p>
    </Dialog>
  );
}
