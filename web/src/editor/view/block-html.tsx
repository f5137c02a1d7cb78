import { memo, useLayoutEffect, useRef } from "react";
import { renderBlock } from "@/email";
import type { Block, Theme } from "@/email/types";
import { holdStyles, setStyles } from "@/lib/inline-styles";
import { useShownBlock } from "../pictures/context";

/** What mail programs do to a page that says nothing; the dashboard's own styles stay outside of the shadow root. */
const base = ":host{all:initial;display:flow-root;overflow-wrap:break-word}img{max-width:100%}";

/** What the mail's own sheet does on phones, where the window of the dashboard is not a phone's. */
const phone = ".s{max-width:100%!important}.g{padding-left:0!important;padding-right:0!important}";

const sheets = new Map<string, CSSStyleSheet>();

/** One for all blocks. */
function sheetOf(css: string): CSSStyleSheet {
  const made = sheets.get(css) ?? new CSSStyleSheet();
  if (!sheets.has(css)) {
    made.replaceSync(css);
    sheets.set(css, made);
  }
  return made;
}

function paint(host: HTMLElement, html: string, stacked: boolean) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheetOf(stacked ? base + phone : base)];
  root.innerHTML = holdStyles(html);
  setStyles(root);
}

interface Props {
  block: Block;
  theme: Theme;
  /** px the mail has for it on a desktop: like the mail it is written once, and phones lay it out. */
  width: number;
  /** Whether what stacks on phones is stacked. */
  stacked?: boolean;
}

/** A block as the mail shows it: the very HTML. Inert, so that its links lead nowhere and clicks mean the block. */
export const BlockHtml = memo(function BlockHtml({ block: own, theme, width, stacked = false }: Props) {
  const block = useShownBlock(own);
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (host.current) paint(host.current, renderBlock(block, theme, width, { canvas: true }), stacked);
  }, [block, theme, width, stacked]);
  return <div ref={host} dir={theme.dir} lang={theme.lang} inert data-mail="" />;
});
