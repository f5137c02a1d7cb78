import { Download } from "lucide-react";
import { type CsvCell, csvName, saveText, toCsv } from "@/lib/csv-write";
import { Button } from "@/ui/button";

/** Saves figures as CSV under a name of their own. */
export function CsvButton({ rows, name }: { rows: () => CsvCell[][]; name: string }) {
  return (
    <Button
      size="small"
      look="quiet"
      className="print:hidden"
      aria-label={`CSV: ${name}`}
      onClick={() => saveText(csvName(name), toCsv(rows()))}
    >
      <Download />
      CSV
    </Button>
  );
}
