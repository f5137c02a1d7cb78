import { Download, Upload } from "lucide-react";
import { useState } from "react";
import { type Import, useLatestImports } from "@/api/imports";
import type { Newsletter } from "@/api/newsletters";
import { messageOf } from "@/api/problem";
import { downloadSubscribers } from "@/api/subscribers";
import { lazyCode } from "@/lib/code";
import { useHash } from "@/lib/hooks";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Select } from "@/ui/field";
import { Card } from "@/ui/surface";
import { Time } from "@/ui/time";
import { say } from "./words";

const ImportDialog = lazyCode(() => import("./import/import-dialog"));

const fileName = (newsletter: Newsletter) =>
  `${newsletter.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}-subscribers.csv`;

function ExportDialog({
  newsletters,
  preset,
  onClose,
}: {
  newsletters: Newsletter[];
  preset: string;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(preset || String(newsletters[0]?.id ?? ""));
  const [busy, setBusy] = useState(false);
  const newsletter = newsletters.find((item) => String(item.id) === chosen);
  const save = async () => {
    if (!newsletter) return;
    setBusy(true);
    try {
      await downloadSubscribers(newsletter.id, fileName(newsletter));
      onClose();
    } catch (error) {
      warn(messageOf(error, say.failedToExportSubscribers));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={say.exportSubscribers}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button look="accent" disabled={busy || !newsletter} onClick={() => void save()}>
            {busy ? say.preparing : say.downloadCSV}
          </Button>
        </>
      }
    >
      <Field label={say.newsletter} hint={say.everySubscriberWithNameStatus}>
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
    </Dialog>
  );
}

function summary(job: Import): string {
  if (job.status === "queued" || job.status === "running") return say.rowSoFar(job.rows_read);
  if (job.status === "cancelled") return say.cancelledAfter(job.rows_read);
  if (job.status === "failed") return "stopped";
  return say.createdAddedFailedFailed(job.created, job.failed);
}

function LastImport({ job, onOpen }: { job: Import; onOpen: () => void }) {
  return (
    <p className="mt-3 truncate text-12 text-muted">
      <button type="button" onClick={onOpen} className="link text-text">
        {job.file_name ?? say.lastImport}
      </button>
      {`: ${summary(job)}, `}
      <Time at={job.created_at} className="lowercase" />
    </p>
  );
}

interface Props {
  /** Undefined until they are known. */
  newsletters: Newsletter[] | undefined;
  preset: string;
}

export function ImportExport({ newsletters, preset }: Props) {
  const [open, setOpen] = useState<"import" | "export" | Import | null>(null);
  const { data: jobs, mutate: reload } = useLatestImports();
  const latest = jobs?.[0];
  const none = newsletters?.length === 0;
  useHash("import-csv", () => setOpen("import"));
  return (
    <Card id="import-export" tabIndex={-1} className="scroll-mt-20 p-5 outline-none">
      <h2 className="text-13 text-muted">{say.importExport}</h2>
      <p className="mt-3 text-13">{none ? say.createANewsletterFirstThen : say.importSubscribersFromACSV}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" disabled={!newsletters || none} onClick={() => setOpen("import")}>
          <Upload />
          {say.importCSV}
        </Button>
        <Button size="small" disabled={!newsletters || none} onClick={() => setOpen("export")}>
          <Download />
          {say.exportIt}
        </Button>
      </div>
      {latest ? <LastImport job={latest} onOpen={() => setOpen(latest)} /> : null}
      {open === "export" && newsletters ? (
        <ExportDialog newsletters={newsletters} preset={preset} onClose={() => setOpen(null)} />
      ) : null}
      {open !== null && open !== "export" && newsletters && !(open === "import" && none) ? (
        <ImportDialog
          newsletters={newsletters}
          preset={preset}
          job={open === "import" ? null : open}
          onClose={() => {
            setOpen(null);
            void reload();
          }}
        />
      ) : null}
    </Card>
  );
}
