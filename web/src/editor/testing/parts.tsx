import { useSelectedBlock } from "../state";

/** Stand-ins for the parts that come lazily, for tests of what is around them. */

function Properties() {
  const block = useSelectedBlock();
  return block ? <input aria-label={`First field of ${block.type}`} /> : null;
}

const Nothing = () => null;

export const panelParts = { properties: Properties, theme: Nothing, checks: Nothing };
export const prefetchProperties = () => undefined;
export const overlayParts = { load: Nothing, html: Nothing, import: Nothing, clients: Nothing, versions: Nothing };
export const ByteMeter = Nothing;
