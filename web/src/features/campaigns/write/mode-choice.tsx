import { Code, LayoutTemplate, PenLine } from "lucide-react";
import { Segmented } from "@/ui/segmented";
import { say } from "./words";

/** Where an email is written: as text, as its HTML, or in the block editor. */
export type Mode = "write" | "source" | "design";

const options = [
  { value: "write" as const, label: say.write, icon: <PenLine aria-hidden="true" /> },
  { value: "source" as const, label: "HTML", icon: <Code aria-hidden="true" /> },
  { value: "design" as const, label: say.design, icon: <LayoutTemplate aria-hidden="true" /> },
];

export function ModeChoice({ value, onChange }: { value: Mode; onChange: (value: Mode) => void }) {
  return (
    <div>
      <Segmented label={say.howTheContentIsWritten} value={value} onChange={onChange} options={options} />
    </div>
  );
}
