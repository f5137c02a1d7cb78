import { Dialog } from "@/ui/dialog";
import { Kbd } from "@/ui/kbd";
import { altKey, modKey } from "../keyboard/keys";
import { useUi } from "../ui";
import { say } from "../words";

const shortcuts: [string[], string][] = [
  [["↑", "↓"], say.selectTheBlockBeforeAfter],
  [["←", "→"], say.selectInTheColumnBeside],
  [[altKey, "↑ ↓"], say.moveTheBlock],
  [[altKey, "← →"], say.moveTheBlockToThe],
  [["/"], say.insertAComponent],
  [[say.enter], say.editTextOrGoTo],
  [[say.esc], say.leaveTextSelectNothing],
  [[modKey, "D"], say.duplicate],
  [["⌫"], say.deleteIt],
  [[modKey, "C"], say.copy],
  [[modKey, "X"], say.cut],
  [[modKey, "V"], say.paste],
  [[modKey, "Z"], say.undo],
  [["⇧", modKey, "Z"], say.redo],
  [[modKey, "S"], say.save],
];

export function ShortcutsDialog() {
  const ui = useUi();
  return (
    <Dialog open onClose={() => ui.set({ overlay: null })} title={say.keyboardShortcuts} width="narrow">
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
