import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { Imported, ImportLine } from "@/email";
import { notify } from "@/lib/notify";
import { Badge, type Tone } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, TextArea } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { reasonOf } from "../host";
import { indexBlocks, useEditor } from "../state";
import { say } from "../words";
import { mergeImported, readImport } from "./import-source";
import { Thumbnail } from "./mail-frame";

/** Brings a mail in: first shows what becomes of it, then replaces the present one. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const editor = useEditor();
  const [source, setSource] = useState("");
  const [imported, setImported] = useState<Imported | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (text: string) => {
    try {
      setImported(readImport(text));
      setProblem(null);
    } catch (error) {
      setProblem(reasonOf(error, say.thisCouldNotBeRead));
    }
  };
  const replace = () => {
    if (!imported) return;
    const document = mergeImported(editor.getState().document, imported.document);
    editor.dispatch({ type: "replace", document, label: say.importIt });
    notify(say.imported, say.undoBringsTheMailBefore);
    onClose();
  };
  const blocks = editor.getState().document.blocks.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={say.importIt}
      description={say.anExportOfOursAny}
      footer={
        imported ? (
          <>
            <Button onClick={() => setImported(null)}>{say.back}</Button>
            <Button look="accent" onClick={replace}>
              {blocks > 0 ? say.replaceThePresentMail : say.importIt}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{say.cancel}</Button>
            <Button look="accent" disabled={source.trim() === ""} onClick={() => read(source)}>
              {say.continue}
            </Button>
          </>
        )
      }
    >
      {problem && !imported ? (
        <div className="mb-4">
          <Banner>{problem}</Banner>
        </div>
      ) : null}
      {imported ? <Report imported={imported} /> : <Source value={source} onChange={setSource} onFile={read} />}
    </Dialog>
  );
}

interface SourceProps {
  value: string;
  onChange: (text: string) => void;
  onFile: (text: string) => void;
}

function Source({ value, onChange, onFile }: SourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file) onFile(await file.text());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra for the mouse; the button inside does the same
    <div
      className="grid gap-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
    >
      <Field label={say.htmlMJMLOrJSON} hint={say.pasteItHereOrChoose}>
        {(field) => (
          <TextArea
            {...field}
            rows={10}
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="font-mono sm:text-12"
          />
        )}
      </Field>
      <div>
        <Button onClick={() => input.current?.click()}>
          <FileUp aria-hidden="true" />
          {say.chooseFile}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".html,.htm,.mjml,.json,.eml,text/html,application/json"
          aria-label={say.fileToImport}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
    </div>
  );
}

const tones: Record<ImportLine["kind"], Tone> = { converted: "green", approximated: "yellow", skipped: "red" };
const words: Record<ImportLine["kind"], string> = {
  converted: say.converted,
  approximated: say.approximated,
  skipped: say.skipped,
};

function Report({ imported: { document, report } }: { imported: Imported }) {
  return (
    <div className="grid gap-5 sm:grid-cols-[180px_1fr]">
      <Thumbnail document={document} className="w-full max-w-[180px] rounded-control border border-line" />
      <div>
        <p role="status" className="font-medium">
          {say.blockFound(indexBlocks(document.blocks).size)}
        </p>
        {report.length === 0 ? (
          <p className="mt-1 text-13 text-muted">{say.everythingIsTakenOverAs}</p>
        ) : (
          <ul className="mt-3 grid gap-2">
            {report.map(({ kind, what }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be the same and their order is fixed
              <li key={at} className="flex items-start gap-2 text-13">
                <Badge tone={tones[kind]}>{words[kind]}</Badge>
                <span className="min-w-0 break-words">{what}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
