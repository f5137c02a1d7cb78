import { type KeyboardEvent, type ReactNode, useEffect, useId } from "react";
import { cn } from "@/lib/cn";
import { useMedia } from "@/lib/hooks";
import { whenIdle } from "@/lib/idle";
import { Canvas } from "../canvas/canvas";
import { PROPERTIES_ID } from "../keyboard/focus-properties";
import { Palette } from "../palette/palette";
import { panelParts, prefetchProperties } from "../parts";
import { PictureNotice } from "../pictures/notice";
import { type PanelName, type UiState, useUi, useUiState } from "../ui";
import { say } from "../words";
import { CanvasBar } from "./canvas-bar";
import { RestingSelection } from "./resting-selection";

const panelOf = (state: UiState) => state.panel;

const tabNames: Record<PanelName, string> = {
  components: say.components,
  properties: say.properties,
  theme: say.theme,
  checks: say.checks,
};

/**
 * Palette, canvas and panel side by side; on small screens the panels are tabs under the canvas. What room is missing
 * there, the panels give: a mail has to be seen to be made.
 */
export function Workspace() {
  const roomy = useMedia("(min-width: 1024px)");
  useEffect(() => whenIdle(prefetchProperties), []);
  const canvas = (
    <section aria-label={say.canvas} className={cn("flex min-w-0 flex-1 flex-col", roomy ? "min-h-0" : "min-h-48")}>
      <CanvasBar />
      <PictureNotice />
      <Canvas />
    </section>
  );
  if (!roomy) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        {canvas}
        <Dock />
      </div>
    );
  }
  return (
    <div className="flex min-h-0 flex-1">
      <aside aria-label={say.components} className="w-60 shrink-0 overflow-y-auto border-line border-r p-4">
        <Palette />
      </aside>
      {canvas}
      <SidePanel />
    </div>
  );
}

function SidePanel() {
  const panel = useUiState(panelOf);
  const shown = panel === "components" || panel === null ? "properties" : panel;
  return (
    <aside aria-label={say.settings} className="flex w-80 shrink-0 flex-col border-line border-l">
      <Tabs names={["properties", "theme", "checks"]} shown={shown}>
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          <Panel name={shown} />
        </div>
      </Tabs>
    </aside>
  );
}

/** Under the canvas; pressing the open tab again folds it, so that the canvas has the room. */
function Dock() {
  const panel = useUiState(panelOf);
  return (
    <aside
      aria-label={say.panels}
      className="flex min-h-11 flex-col border-line border-t bg-page pb-[env(safe-area-inset-bottom)]"
    >
      <Tabs names={["components", "properties", "theme", "checks"]} shown={panel} folds>
        {panel ? (
          <div className="h-[34dvh] overflow-y-auto overscroll-contain p-4">
            <Panel name={panel} />
          </div>
        ) : null}
      </Tabs>
    </aside>
  );
}

interface TabsProps {
  names: PanelName[];
  shown: PanelName | null;
  folds?: boolean;
  children: ReactNode;
}

function Tabs({ names, shown, folds, children }: TabsProps) {
  const ui = useUi();
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = names.indexOf(shown ?? "properties");
    const next = names[(at + step + names.length) % names.length];
    if (next) ui.set({ panel: next });
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next ? names.indexOf(next) : 0]?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={say.panels}
        onKeyDown={onKeyDown}
        className="flex shrink-0 border-line border-b px-2"
      >
        {names.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === shown}
            aria-controls={name === shown ? `${id}-panel` : undefined}
            tabIndex={name === (shown ?? names[0]) ? 0 : -1}
            onClick={() => ui.set({ panel: folds && name === shown ? null : name })}
            className={cn(
              "-mb-px h-11 flex-1 border-transparent border-b-2 px-2 text-13 text-muted transition-colors duration-150 hover:text-text",
              name === shown && "border-accent font-medium text-text",
            )}
          >
            {tabNames[name]}
          </button>
        ))}
      </div>
      {shown ? (
        <div
          id={`${id}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${shown}`}
          className="flex min-h-0 flex-1 flex-col"
        >
          {children}
        </div>
      ) : null}
    </>
  );
}

function Panel({ name }: { name: PanelName }) {
  if (name === "components") return <Palette />;
  const Part = panelParts[name];
  return (
    <div id={name === "properties" ? PROPERTIES_ID : undefined}>
      <h2 className="sr-only">{tabNames[name]}</h2>
      <RestingSelection>
        <Part />
      </RestingSelection>
    </div>
  );
}
