import type { Kind } from "../../sanitize";
import { written } from "../../text/lines";
import type { TextBlock } from "./schema";

export const text = ({ content }: TextBlock): string[] => [written(content, "rich")];

export const inText = ({ content }: TextBlock, into: Kind): string =>
  into === "inline" ? content.replace(/<\/(p|li|h\d)>/g, " ") : content;
