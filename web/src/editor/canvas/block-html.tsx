import { memo, useLayoutEffect, useRef } from "react";
import { renderBlock } from "@/email";
import type { Block, Theme } from "@/email/types";

/** What mail programs do to a page that says nothing; the dashboard's own styles stay outside of the shadow root. */
const sheet = ":host{all:initial;display:flow-root;overflow-wrap:break-word}img{max-width:100%}";

function paint(host: HTMLElement, html: string) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.innerHTML = `<style>${sheet}</style>${html}`;
}

interface Props {
  block: Block;
  theme: Theme;
  /** px the mail has for it. */
  width: number;
}

/** A block as the mail shows it: the very HTML. Inert, so that its links lead nowhere and clicks mean the block. */
export const BlockHtml = memo(function BlockHtml({ block, theme, width }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (host.current) paint(host.current, renderBlock(block, theme, width, { canvas: true }));
  }, [block, theme, width]);
  return <div ref={host} dir={theme.dir} lang={theme.lang} inert data-mail="" />;
});
