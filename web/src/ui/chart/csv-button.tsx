import { Download } from "lucide-react";
import { type CsvCell, csvName, toCsv } from "@/lib/csv-write";
import { saveText } from "@/lib/files";
import { Button } from "@/ui/button";
import { say } from "../words";

/** Saves figures as CSV under a name of their own. */
export function CsvButton({ rows, name }: { rows: () => CsvCell[][]; name: string }) {
  return (
    <Button
      size="small"
      look="quiet"
      className="print:hidden"
      aria-label={say.csvName(name)}
      onClick={() => saveText(csvName(name), toCsv(rows()), "text/csv")}
    >
      <Download />
      {say.csv}
    </Button>
  );
}
