import { type KeyboardEvent, type RefObject, useCallback, useState } from "react";
import { writingOf } from "@/email/blocks";
import type { Theme, WrittenBlock } from "@/email/types";
import { Floating } from "../controls/floating";
import { useEditor } from "../state";
import { blockTools } from "./block-tools";
import { FormatToolbar } from "./format-toolbar";
import { textStyle } from "./text-style";
import { type OpenPanel, ToolPanel } from "./tool-panel";
import { useLingeringFocus } from "./use-lingering-focus";
import { useText } from "./use-text";
import "./richtext.css";

interface Props {
  block: WrittenBlock;
  theme: Theme;
  /** Comes with every change; clean already. */
  onChange: (content: string) => void;
  onDone: () => void;
  /** What was typed before this came. */
  typed?: RefObject<string>;
  /** Names of readers' attributes. */
  attributes?: string[];
}

/** The text of one block while it is written, where the block stands. One of these is alive at a time. */
export default function RichTextEditor(props: Props) {
  const { block, theme, onChange, onDone, typed, attributes } = props;
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const text = useText(block, host, { onChange, onDone, onOpen: setPanel, typed });
  const mail = useEditor();
  const { inside, ...focus } = useLingeringFocus(true);
  const anchor = useCallback(() => frame?.getBoundingClientRect() ?? null, [frame]);

  // The canvas has keys of its own; while text is written they belong to the text, all but saving.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "s")) event.stopPropagation();
    // ProseMirror always takes Esc for itself.
    if (event.key === "Escape" && !event.nativeEvent.isComposing) onDone();
    if (event.key === "F10" && event.altKey) {
      event.preventDefault();
      document.querySelector<HTMLElement>('[role="toolbar"][aria-label="Formatting"] [tabindex="0"]')?.focus();
    }
  };
  const closePanel = () => {
    setPanel(null);
    text?.view.focus();
  };
  const toggle = (name: "link" | "color" | "tags") => setPanel((now) => (now?.name === name ? null : { name }));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its parts do
    <div
      ref={setFrame}
      onKeyDown={onKeyDown}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
      onDoubleClick={(event) => event.stopPropagation()}
      className="mail-text"
      style={textStyle(block, theme)}
      dir={theme.dir}
      lang={theme.lang}
    >
      <div ref={setHost} />
      {text && (inside || panel) ? (
        <Floating anchor={anchor} side="above">
          <FormatToolbar
            editor={text}
            kind={writingOf(block).html}
            tools={blockTools(mail, block)}
            open={panel?.name === "tag" ? null : (panel?.name ?? null)}
            onOpen={toggle}
          />
        </Floating>
      ) : null}
      {text && panel ? (
        <ToolPanel editor={text} panel={panel} theme={theme} attributes={attributes} onClose={closePanel} />
      ) : null}
    </div>
  );
}
