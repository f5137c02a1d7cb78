import { Download } from "lucide-react";
import { type CsvCell, csvName, toCsv } from "@/lib/csv-write";
import { saveText } from "@/lib/files";
import { Button } from "@/ui/button";

/** Saves figures as CSV under a name of their own. */
export function CsvButton({ rows, name }: { rows: () => CsvCell[][]; name: string }) {
  return (
    <Button
      size="small"
      look="quiet"
      className="print:hidden"
      aria-label={`CSV: ${name}`}
      onClick={() => saveText(csvName(name), toCsv(rows()), "text/csv")}
    >
      <Download />
      CSV
    </Button>
  );
}
