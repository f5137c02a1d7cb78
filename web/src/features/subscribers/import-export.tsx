import { Download, Upload } from "lucide-react";
import { useState } from "react";
import { type Import, useLatestImports } from "@/api/imports";
import type { Newsletter } from "@/api/newsletters";
import { messageOf } from "@/api/problem";
import { downloadSubscribers } from "@/api/subscribers";
import { lazyCode } from "@/lib/code";
import { countOf, formatNumber } from "@/lib/format";
import { useHash } from "@/lib/hooks";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Select } from "@/ui/field";
import { Card } from "@/ui/surface";
import { Time } from "@/ui/time";

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
      warn(messageOf(error, "Failed to export subscribers"));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export subscribers"
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="accent" disabled={busy || !newsletter} onClick={() => void save()}>
            {busy ? "Preparing..." : "Download CSV"}
          </Button>
        </>
      }
    >
      <Field label="Newsletter" hint="Every subscriber with name, status, tags and attributes, in one CSV file.">
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
  if (job.status === "queued" || job.status === "running") return `${countOf(job.rows_read, "row")} so far`;
  if (job.status === "cancelled") return `cancelled after ${countOf(job.rows_read, "row")}`;
  if (job.status === "failed") return "stopped";
  return `${formatNumber(job.created)} added, ${formatNumber(job.failed)} failed`;
}

function LastImport({ job, onOpen }: { job: Import; onOpen: () => void }) {
  return (
    <p className="mt-3 truncate text-12 text-muted">
      <button type="button" onClick={onOpen} className="link text-text">
        {job.file_name ?? "Last import"}
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
      <h2 className="text-13 text-muted">Import/Export</h2>
      <p className="mt-3 text-13">
        {none
          ? "Create a newsletter first, then import its subscribers from a CSV file."
          : "Import subscribers from a CSV file, or export yours."}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" disabled={!newsletters || none} onClick={() => setOpen("import")}>
          <Upload />
          Import CSV
        </Button>
        <Button size="small" disabled={!newsletters || none} onClick={() => setOpen("export")}>
          <Download />
          Export
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
