import { FileText } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import type { Newsletter } from "@/api/newsletters";
import { messageOf } from "@/api/problem";
import { cn } from "@/lib/cn";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Select } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { say } from "../words";
import type { Choice } from "./import-dialog";
import { readSample } from "./sample";

interface Props {
  newsletters: Newsletter[];
  preset: string;
  onChosen: (choice: Choice) => void;
  onClose: () => void;
}

function DropZone({ disabled, onFile }: { disabled: boolean; onFile: (file: File | undefined) => void }) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra for the mouse; the button inside does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "flex flex-col items-center rounded-card border border-line-strong border-dashed px-6 py-10 text-center transition-colors duration-150",
        over && "border-accent bg-accent-soft",
      )}
    >
      <FileText aria-hidden="true" className="size-8 text-muted" strokeWidth={1.25} />
      <p className="mt-3">{say.dropACSVFileHere}</p>
      <Button className="mt-3" disabled={disabled} onClick={() => input.current?.click()}>
        {say.chooseFile}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={say.csvFile}
        className="sr-only"
        tabIndex={-1}
        disabled={disabled}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <p className="mt-4 max-w-sm text-12 text-muted">{say.withOrWithoutALine}</p>
    </div>
  );
}

export function ChooseStep({ newsletters, preset, onChosen, onClose }: Props) {
  const fits = newsletters.some((newsletter) => String(newsletter.id) === preset);
  const [chosen, setChosen] = useState(fits ? preset : String(newsletters[0]?.id ?? ""));
  const [problem, setProblem] = useState<string | null>(null);
  const newsletter = newsletters.find((item) => String(item.id) === chosen);
  const take = async (file: File | undefined) => {
    if (!file || !newsletter) return;
    setProblem(null);
    try {
      onChosen({ newsletter, file, sample: await readSample(file) });
    } catch (error) {
      setProblem(messageOf(error, say.thisFileCouldNotBe));
    }
  };
  return (
    <Dialog open onClose={onClose} title={say.importCSV} footer={<Button onClick={onClose}>{say.cancel}</Button>}>
      <div className="grid gap-5">
        {problem ? <Banner>{problem}</Banner> : null}
        <Field label={say.newsletter} hint={newsletter ? undefined : say.noNewsletterIsActiveActivate}>
          {(field) => (
            <Select {...field} value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {newsletters.map((item) => (
                <option key={item.id} value={item.id}>
                  {item.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <DropZone disabled={!newsletter} onFile={(file) => void take(file)} />
      </div>
    </Dialog>
  );
}
