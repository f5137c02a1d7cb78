import { Link2 } from "lucide-react";
import type { MarkedToken, Tokens } from "marked";
import { useMemo } from "react";
import { cn } from "@/lib/cn";
import { say } from "../words";
import { CodeBlock } from "./code-block";
import { Inline, type Targets, TargetsContext } from "./inline";
import { anchors, parseMarkdown, plainText } from "./parse";

const sizes: Record<number, string> = {
  1: "font-medium font-serif text-[32px] leading-10 tracking-[-0.01em] [overflow-wrap:anywhere] max-sm:text-[28px]",
  2: "mt-12 mb-3 font-medium font-serif text-2xl tracking-[-0.01em]",
  3: "mt-8 mb-2 text-base font-semibold",
};

function Heading({ token, id }: { token: Tokens.Heading; id: string }) {
  const Tag = `h${Math.min(token.depth, 6)}` as "h2";
  return (
    <Tag id={id} tabIndex={-1} className={cn("group scroll-mt-20 outline-none", sizes[token.depth] ?? sizes[3])}>
      <Inline tokens={token.tokens} />
      {token.depth > 1 ? (
        <a
          href={`#${id}`}
          aria-label={say.linkToTokens(plainText(token.tokens))}
          className="ml-2 inline-block align-baseline text-muted opacity-0 transition-opacity duration-150 hover:text-text focus-visible:opacity-100 group-hover:opacity-100"
        >
          <Link2 aria-hidden="true" className="size-4" />
        </a>
      ) : null}
    </Tag>
  );
}

function List({ token }: { token: Tokens.List }) {
  const Tag = token.ordered ? "ol" : "ul";
  return (
    <Tag
      {...(token.ordered && token.start !== 1 && token.start !== "" ? { start: token.start } : {})}
      className={cn("my-4 grid gap-1.5 pl-6 marker:text-muted", token.ordered ? "list-decimal" : "list-disc")}
    >
      {token.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never move
        <li key={at} className="pl-1 [&>ol]:my-1.5 [&>p]:my-2 [&>ul]:my-1.5">
          <Blocks tokens={item.tokens as MarkedToken[]} />
        </li>
      ))}
    </Tag>
  );
}

const alignments = { center: "text-center", right: "text-right", left: "text-left" };

const STACKED_CELL =
  "max-sm:block max-sm:px-0 max-sm:text-left max-sm:first:border-b-0 max-sm:first:pb-0 max-sm:first:font-medium max-sm:last:pt-0.5";

/** A table that is laid out as lines is still one to those who hear it. */
const roleIf = (stacked: boolean, role: string) => (stacked ? { role } : {});

function Cells({ cells, head, stacked }: { cells: Tokens.TableCell[]; head?: boolean; stacked: boolean }) {
  const Tag = head ? "th" : "td";
  return cells.map((cell, at) => (
    <Tag
      // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
      key={at}
      {...(head ? { scope: "col" } : {})}
      {...roleIf(stacked, head ? "columnheader" : "cell")}
      className={cn(
        "border-line border-b px-3 py-2 align-top first:pl-0 last:pr-0",
        head && "font-medium text-muted",
        alignments[cell.align ?? "left"],
        stacked && STACKED_CELL,
      )}
    >
      <Inline tokens={cell.tokens} />
    </Tag>
  ));
}

function Table({ token }: { token: Tokens.Table }) {
  // Pairs become two lines each on small screens; what has more columns scrolls, with its names whole.
  const stacked = token.header.length === 2;
  const titles = token.header.map((cell) => plainText(cell.tokens)).filter(Boolean);
  return (
    <section
      className={cn(
        "my-5 overflow-x-auto",
        !stacked && "max-sm:[&_code]:[overflow-wrap:normal] max-sm:[&_td]:min-w-28",
      )}
      aria-label={say.tableJoin(titles.join(", "))}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table
        {...roleIf(stacked, "table")}
        className={cn("figures w-full border-collapse text-13 leading-5", stacked && "max-sm:block")}
      >
        {titles.length > 0 ? (
          <thead {...roleIf(stacked, "rowgroup")} className={cn(stacked && "max-sm:sr-only")}>
            <tr {...roleIf(stacked, "row")}>
              <Cells cells={token.header} head stacked={stacked} />
            </tr>
          </thead>
        ) : null}
        <tbody {...roleIf(stacked, "rowgroup")} className={cn(stacked && "max-sm:block")}>
          {token.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <tr key={at} {...roleIf(stacked, "row")} className={cn(stacked && "max-sm:block")}>
              <Cells cells={row} stacked={stacked} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Block({ token, id }: { token: MarkedToken; id: string }) {
  switch (token.type) {
    case "heading":
      return <Heading token={token} id={id} />;
    case "paragraph":
      return (
        <p className="my-4 first:mt-0 last:mb-0">
          <Inline tokens={token.tokens} />
        </p>
      );
    case "list":
      return <List token={token} />;
    case "table":
      return <Table token={token} />;
    case "code":
      return <CodeBlock code={token.text} json={token.lang === "json"} className="my-5" />;
    case "blockquote":
      return (
        <blockquote className="my-5 rounded-control border-accent border-l-2 bg-raised px-4 py-3">
          <Blocks tokens={token.tokens as MarkedToken[]} />
        </blockquote>
      );
    case "hr":
      return <hr className="my-8 border-line" />;
    case "space":
    case "def":
      return null;
    case "html":
      return <p className="my-4">{token.text}</p>;
    default:
      return <Inline tokens={[token]} />;
  }
}

function Blocks({ tokens }: { tokens: MarkedToken[] }) {
  const idOf = anchors();
  return tokens.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move
    <Block key={at} token={token} id={token.type === "heading" ? idOf(plainText(token.tokens)) : ""} />
  ));
}

/** A Markdown text as elements of the page, with anchors at its headings and Copy at its code. */
export function Markdown({ text, targets = {} }: { text: string; targets?: Targets }) {
  const tokens = useMemo(() => parseMarkdown(text), [text]);
  return (
    <TargetsContext value={targets}>
      <Blocks tokens={tokens} />
    </TargetsContext>
  );
}
