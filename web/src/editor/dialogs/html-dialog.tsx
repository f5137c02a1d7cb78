import { Copy, Download } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { byteLength, exportFileName, renderDocument } from "@/email";
import { canCopy } from "@/lib/copy";
import { copyText, saveText } from "@/lib/files";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Checkbox } from "@/ui/field";
import { sizeOf } from "../checks/size";
import { useEditor } from "../state";
import { SourceView } from "./source-view";

/** The HTML of the mail: to see, to copy, to download. */
export default function HtmlDialog({ onClose }: { onClose: () => void }) {
  const { document } = useEditor().getState();
  const [embed, setEmbed] = useState(true);
  const source = useRef<HTMLPreElement>(null);
  const html = useMemo(() => renderDocument(document), [document]);
  const name = exportFileName(document.name);
  const copy = async () => {
    if (await copyText(html)) notify("HTML copied");
    else {
      if (source.current) getSelection()?.selectAllChildren(source.current);
      warn("The browser does not let us copy. The HTML is selected; copy it yourself.");
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title="HTML"
      description={`${name}, ${sizeOf(byteLength(html))}`}
      footer={
        <>
          {canCopy() ? (
            <Button onClick={copy}>
              <Copy aria-hidden="true" />
              Copy HTML
            </Button>
          ) : null}
          <Button
            look="accent"
            onClick={() => saveText(name, embed ? renderDocument(document, { embed: true }) : html, "text/html")}
          >
            <Download aria-hidden="true" />
            Download
          </Button>
        </>
      }
    >
      <Checkbox
        className="mb-4"
        label="Put the editable design into the download"
        hint="In a comment that mail programs do not see; Import then brings it back without loss."
        checked={embed}
        onChange={(event) => setEmbed(event.target.checked)}
      />
      <SourceView ref={source} label="HTML of the mail" text={html} className="max-h-[52dvh] text-12" />
    </Dialog>
  );
}
