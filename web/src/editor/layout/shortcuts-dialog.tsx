import { Dialog } from "@/ui/dialog";
import { Kbd } from "@/ui/kbd";
import { altKey, modKey } from "../keyboard/keys";
import { useUi } from "../ui";

const shortcuts: [string[], string][] = [
  [["↑", "↓"], "Select the block before, after"],
  [["←", "→"], "Select in the column beside"],
  [[altKey, "↑ ↓"], "Move the block"],
  [[altKey, "← →"], "Move the block to the column beside"],
  [["/"], "Insert a component"],
  [["Enter"], "Edit text, or go to the properties"],
  [["Esc"], "Leave text; select nothing"],
  [[modKey, "D"], "Duplicate"],
  [["⌫"], "Delete"],
  [[modKey, "C"], "Copy"],
  [[modKey, "X"], "Cut"],
  [[modKey, "V"], "Paste"],
  [[modKey, "Z"], "Undo"],
  [["⇧", modKey, "Z"], "Redo"],
  [[modKey, "S"], "Save"],
];

export function ShortcutsDialog() {
  const ui = useUi();
  return (
    <Dialog open onClose={() => ui.set({ overlay: null })} title="Keyboard shortcuts" width="narrow">
      <dl>
        {shortcuts.map(([keys, text]) => (
          <div
            key={text}
            className="flex min-h-9 items-center justify-between gap-4 border-line border-b last:border-0"
          >
            <dt className="text-13">{text}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
