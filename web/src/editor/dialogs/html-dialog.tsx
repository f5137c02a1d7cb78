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
import { say } from "../words";
import { SourceView } from "./source-view";

/** The HTML of the mail: to see, to copy, to download. */
export default function HtmlDialog({ onClose }: { onClose: () => void }) {
  const { document } = useEditor().getState();
  const [embed, setEmbed] = useState(true);
  const source = useRef<HTMLPreElement>(null);
  const html = useMemo(() => renderDocument(document), [document]);
  const name = exportFileName(document.name);
  const copy = async () => {
    if (await copyText(html)) notify(say.htmlCopied);
    else {
      if (source.current) getSelection()?.selectAllChildren(source.current);
      warn(say.theBrowserDoesNotLetUs);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={say.html}
      description={`${name}, ${sizeOf(byteLength(html))}`}
      footer={
        <>
          {canCopy() ? (
            <Button onClick={copy}>
              <Copy aria-hidden="true" />
              {say.copyHTML}
            </Button>
          ) : null}
          <Button
            look="accent"
            onClick={() => saveText(name, embed ? renderDocument(document, { embed: true }) : html, "text/html")}
          >
            <Download aria-hidden="true" />
            {say.download}
          </Button>
        </>
      }
    >
      <Checkbox
        className="mb-4"
        label={say.putTheEditableDesignInto}
        hint={say.inACommentThatMail}
        checked={embed}
        onChange={(event) => setEmbed(event.target.checked)}
      />
      <SourceView ref={source} label={say.htmlOfTheMail} text={html} className="max-h-[52dvh] text-12" />
    </Dialog>
  );
}
