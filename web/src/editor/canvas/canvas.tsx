import { useDroppable } from "@dnd-kit/core";
import { LayoutTemplate } from "lucide-react";
import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo } from "react";
import { innerWidth } from "@/email";
import type { Theme } from "@/email/types";
import { whenIdle } from "@/lib/idle";
import { useCommands } from "../commands";
import { CanvasDrag } from "../dnd/canvas-drag";
import { useDragging } from "../dnd/context";
import { type EditorState, useEditorState, useTheme } from "../state";
import { type UiState, useUiState } from "../ui";
import { LookProvider, useElements } from "../view/context";
import { BlockView, prefetchWriting } from "./block-view";
import { useCanvasKeys } from "./use-canvas-keys";
import "./canvas.css";
import { say } from "../words";

/** px of a small phone, which the others are wider than. */
const PHONE_WIDTH = 375;

const deviceOf = (state: UiState) => state.device;
const blocksOf = (state: EditorState) => state.document.blocks;

/** The mail's own measures on the device that is looked at: its style sheet's, and those it is written with. */
function useFrame(theme: Theme) {
  const onPhone = useUiState(deviceOf) === "phone";
  return useMemo(() => {
    const phone = onPhone && theme.contentWidth > PHONE_WIDTH;
    const width = phone ? PHONE_WIDTH : theme.contentWidth;
    const padding = phone ? Math.floor(theme.contentPadding / 2) : theme.contentPadding;
    return { width, padding, inner: innerWidth(theme), phone };
  }, [theme, onPhone]);
}

/** The mail on paper, whatever the theme of the dashboard. */
export function Canvas() {
  const theme = useTheme();
  const commands = useCommands();
  const elements = useElements();
  const { setNodeRef } = useDroppable({ id: "canvas" });
  useEffect(() => whenIdle(prefetchWriting), []);
  const scroller = useCallback(
    (element: HTMLDivElement | null) => {
      elements.scroller = element;
      setNodeRef(element);
    },
    [elements, setNodeRef],
  );
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && !event.target.closest("[data-block-id], button")) commands.select(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <div
      ref={scroller}
      onClick={onClick}
      className="light canvas-scroll relative min-h-0 flex-1 overflow-auto overscroll-contain bg-page text-text"
      style={{ backgroundColor: theme.backgroundColor }}
    >
      <Mail theme={theme} />
      <DropLine />
    </div>
  );
}

function Mail({ theme }: { theme: Theme }) {
  const frame = useFrame(theme);
  const blocks = useEditorState(blocksOf);
  const look = useMemo(() => ({ theme, stacked: frame.phone }), [theme, frame.phone]);
  return (
    <div className="flex min-w-0 justify-center px-3 py-6 sm:px-12 sm:py-10">
      <div
        className="relative min-h-[600px] w-full min-w-0 [transition:max-width_140ms_var(--ease-out)]"
        style={{
          maxWidth: frame.width,
          backgroundColor: theme.contentBackgroundColor,
          borderRadius: theme.contentRadius,
          padding: frame.padding,
        }}
      >
        <LookProvider value={look}>
          <CanvasDrag>
            <Tree dir={theme.dir}>
              {blocks.map((block, index) => (
                <BlockView key={block.id} block={block} index={index} count={blocks.length} width={frame.inner} />
              ))}
            </Tree>
          </CanvasDrag>
        </LookProvider>
        {blocks.length === 0 ? <EmptyCanvas /> : null}
      </div>
    </div>
  );
}

function Tree({ dir, children }: { dir: string; children: ReactNode }) {
  const elements = useElements();
  const onKeyDown = useCanvasKeys();
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      elements.tree = element;
    },
    [elements],
  );
  return (
    <div
      ref={ref}
      role="tree"
      aria-label={say.email}
      tabIndex={-1}
      dir={dir}
      onKeyDown={onKeyDown}
      className="relative outline-none"
    >
      {children}
    </div>
  );
}

function EmptyCanvas() {
  return (
    <div className="pointer-events-none absolute inset-4 flex flex-col items-center rounded-card border border-line-strong border-dashed p-6 pt-16 text-center sm:pt-40">
      <LayoutTemplate aria-hidden="true" className="mb-4 size-9 text-muted" strokeWidth={1.25} />
      <p className="font-medium font-serif text-xl">{say.startBuildingYourEmail}</p>
      <p className="mt-1.5 max-w-xs text-muted">{say.dragComponentsFromTheSidebar}</p>
    </div>
  );
}

/** The one line that shows where what is dragged would land. */
function DropLine() {
  const { tracker } = useDragging();
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      tracker.line = element;
    },
    [tracker],
  );
  return <div ref={ref} hidden aria-hidden="true" className="drop-line" />;
}
