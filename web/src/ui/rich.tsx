import { Fragment, type ReactNode } from "react";

interface Props {
  /** Such as "Create a key under <link>Settings</link>"; `<sign/>` stands for an element without words. */
  text: string;
  /** What the names in it are shown as. */
  parts: Record<string, (inner: string) => ReactNode>;
}

/** A sentence of a catalogue that has elements in it, whole, so that another language can put them elsewhere. */
export function Rich({ text, parts }: Props) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(/<(\w+)>(.*?)<\/\1>|<(\w+)\/>/g)) {
    const [whole, name = found[3] ?? "", inner = ""] = found;
    const part = parts[name];
    if (!part) continue;
    pieces.push(text.slice(end, found.index), part(inner));
    end = found.index + whole.length;
  }
  pieces.push(text.slice(end));
  // Their places never change.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return pieces.map((piece, at) => <Fragment key={at}>{piece}</Fragment>);
}
