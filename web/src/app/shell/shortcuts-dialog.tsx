import { Dialog } from "@/ui/dialog";
import { Kbd } from "@/ui/kbd";
import { destinations } from "../nav";
import { say } from "../words";

const mac = /mac/i.test(navigator.userAgent);

const general: [string[], string][] = [
  [[mac ? "⌘" : say.ctrl, "K"], say.search],
  [["→"], say.actionsForASearchResult],
  [["n"], say.newOnThisPage],
  [["/"], say.filterThisPage],
  [["?"], say.showThisList],
  [[say.esc], say.closeTheTopLayer],
];

function Row({ keys, text }: { keys: string[]; text: string }) {
  return (
    <div className="flex h-9 items-center justify-between border-line border-b last:border-0">
      <dt className="text-13">{text}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={say.keyboardShortcuts} width="narrow">
      <dl>
        {general.map(([keys, text]) => (
          <Row key={text} keys={keys} text={text} />
        ))}
        {destinations.map((item) => (
          <Row key={item.path} keys={["g", item.key]} text={say.goToTitle(item.title)} />
        ))}
      </dl>
    </Dialog>
  );
}
