import { useState } from "react";
import type { Import } from "@/api/imports";
import type { Newsletter } from "@/api/newsletters";
import { ChooseStep } from "./choose-step";
import { MapStep } from "./map-step";
import { ProgressStep } from "./progress-step";
import type { Sample } from "./sample";

interface Props {
  newsletters: Newsletter[];
  preset: string;
  /** An import to look at, or null to begin one. */
  job: Import | null;
  onClose: () => void;
}

export interface Choice {
  newsletter: Newsletter;
  file: File;
  sample: Sample;
}

/** Choose a file, say what its columns mean, then watch it being read. */
export default function ImportDialog({ newsletters, preset, job, onClose }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [running, setRunning] = useState<Import | null>(job);
  const active = newsletters.filter((newsletter) => newsletter.is_active);
  if (running) return <ProgressStep job={running} onClose={onClose} />;
  if (choice) {
    return <MapStep choice={choice} onBack={() => setChoice(null)} onStarted={setRunning} onClose={onClose} />;
  }
  return <ChooseStep newsletters={active} preset={preset} onChosen={setChoice} onClose={onClose} />;
}
