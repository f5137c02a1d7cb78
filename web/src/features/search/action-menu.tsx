import { ArrowLeft } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { messageOf } from "@/api/problem";
import { Button } from "@/ui/button";
import { Kbd } from "@/ui/kbd";
import { MenuItem, MenuLine, moveInMenu } from "@/ui/menu";
import { Skeleton } from "@/ui/surface";
import type { Thing, ThingAction, ThingActions } from "./things";
import { say } from "./words";

interface ItemsProps {
  title: string;
  actions: ThingAction[];
  onRun: (action: ThingAction) => void;
  /** The key that was pressed while they were on their way. */
  early: RefObject<string | null>;
}

const keyOf = ({ letter }: ThingAction) => (letter === "⌫" ? say.backspace : letter);

const isBare = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !(ctrlKey || metaKey || altKey);

const meantBy = (key: string, actions: ThingAction[]) =>
  actions.find((action) => keyOf(action)?.toLowerCase() === key.toLowerCase());

/** The first is what Enter on the answer would have done. */
function Items({ title, actions, onRun, early }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when they come, and never again
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const key = early.current;
    early.current = null;
    const meant = key === "Enter" ? actions[0] : key !== null && meantBy(key, actions);
    // What takes something away is asked for by who sees it.
    if (meant && !meant.takes) onRun(meant);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isBare(event)) return;
    const meant = meantBy(event.key, actions);
    if (meant) onRun(meant);
    else if (!moveInMenu(menu.current, event.key)) return;
    event.preventDefault();
  };
  const item = (action: ThingAction) => (
    <MenuItem
      key={action.name}
      danger={action.takes}
      aria-keyshortcuts={keyOf(action)}
      className="h-11 sm:h-9"
      onClick={() => onRun(action)}
    >
      <action.icon aria-hidden="true" />
      <span className="grow">{action.name}</span>
      <span aria-hidden="true" className="flex gap-1 max-sm:hidden">
        {action === actions[0] ? <Kbd>↵</Kbd> : null}
        {action.letter ? <Kbd>{action.letter}</Kbd> : null}
      </span>
    </MenuItem>
  );
  const taking = actions.filter((action) => action.takes);
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={say.actionsForTitle(title)}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="min-h-0 overflow-y-auto p-1.5"
    >
      {actions.filter((action) => !action.takes).map(item)}
      {taking.length > 0 ? <MenuLine /> : null}
      {taking.map(item)}
    </div>
  );
}

interface Props {
  thing: Thing;
  Actions: ThingActions;
  onBack: () => void;
  onRun: (action: ThingAction) => void;
}

/** What can be done with an answer, in place of the answers. */
export function ActionMenu({ thing, Actions, onBack, onRun }: Props) {
  const root = useRef<HTMLDivElement>(null);
  // Until there are actions; those take the focus themselves, and may be here already.
  useEffect(() => {
    if (!root.current?.contains(document.activeElement)) root.current?.focus();
  }, []);
  const early = useRef<string | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    // With actions there, they have the focus.
    if (event.target === root.current && isBare(event)) early.current = event.key;
    if (event.key !== "ArrowLeft" && event.key !== "Escape") return;
    event.preventDefault();
    onBack();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the way back is a button, which has its keys here
    <div ref={root} tabIndex={-1} onKeyDown={onKeyDown} className="flex min-h-0 flex-col outline-none">
      <div className="flex shrink-0 items-center gap-1 border-line border-b p-1.5">
        <Button look="quiet" size="small-icon" aria-label={say.backToTheResults} title={say.back} onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
        </Button>
        <p className="min-w-0 truncate font-medium text-13">{thing.title}</p>
      </div>
      <Actions thing={thing}>
        {({ actions, error }) =>
          actions ? (
            <Items title={thing.title} actions={actions} onRun={onRun} early={early} />
          ) : error ? (
            <p role="alert" className="px-4.5 py-3 text-13 text-red">
              {messageOf(error)}
            </p>
          ) : (
            <div aria-busy="true" className="grid gap-2 p-3">
              <span role="status" className="sr-only">
                {say.loadingActions}
              </span>
              {["a", "b", "c", "d"].map((key) => (
                <Skeleton key={key} className="h-7 sm:h-5" />
              ))}
            </div>
          )
        }
      </Actions>
    </div>
  );
}
