import type { MarkedToken, Token, Tokens } from "marked";
import { createContext, useContext } from "react";
import { Link } from "react-router";
import { decode } from "./parse";

export interface PictureFile {
  src: string;
  width: number;
  height: number;
}

export interface Targets {
  /** Where a link inside the texts leads within the app; null when it leads nowhere a reader could go. */
  link?: (href: string) => string | null;
  /** The file of a picture; null when there is none. */
  image?: (src: string) => PictureFile | null;
}

export const TargetsContext = createContext<Targets>({});

const outside = /^(?:https?:|mailto:)/;

function Anchor({ token }: { token: Tokens.Link }) {
  const { link } = useContext(TargetsContext);
  const text = <Inline tokens={token.tokens} />;
  if (outside.test(token.href)) {
    return (
      <a href={token.href} target="_blank" rel="noopener noreferrer" className="link">
        {text}
      </a>
    );
  }
  const to = link?.(token.href) ?? null;
  return to === null ? (
    text
  ) : (
    <Link to={to} className="link">
      {text}
    </Link>
  );
}

function Picture({ token }: { token: Tokens.Image }) {
  const { image } = useContext(TargetsContext);
  const file = image?.(token.href) ?? null;
  if (file === null) return <em className="text-muted">{token.text}</em>;
  return (
    <a href={file.src} target="_blank" rel="noopener" className="my-6 block">
      <img
        {...file}
        alt={token.text}
        loading="lazy"
        className="h-auto max-w-full rounded-card border border-line bg-raised"
      />
    </a>
  );
}

function Piece({ token }: { token: MarkedToken }) {
  switch (token.type) {
    case "strong":
      return (
        <strong className="font-semibold">
          <Inline tokens={token.tokens} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      );
    case "del":
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      );
    case "codespan":
      return (
        <code className="rounded-[5px] border border-line bg-raised px-1 py-px font-mono text-[0.88em] [overflow-wrap:anywhere]">
          {token.text}
        </code>
      );
    case "link":
      return <Anchor token={token} />;
    case "image":
      return <Picture token={token} />;
    case "br":
      return <br />;
    case "escape":
      return token.text;
    default:
      if ("tokens" in token && token.tokens) return <Inline tokens={token.tokens} />;
      return "text" in token ? decode(token.text) : null;
  }
}

/** Running text. HTML in it is shown as it was written. */
export function Inline({ tokens }: { tokens: readonly Token[] | undefined }) {
  return (tokens as MarkedToken[] | undefined)?.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
    <Piece key={at} token={token} />
  ));
}
