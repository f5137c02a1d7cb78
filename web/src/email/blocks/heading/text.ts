import type { Kind } from "../../sanitize";
import { underlined, written } from "../../text/lines";
import type { HeadingBlock } from "./schema";

export const text = ({ content, level }: HeadingBlock): string[] => [underlined(written(content, "inline"), level)];

export const inText = ({ content, level }: HeadingBlock, into: Kind): string =>
  into === "inline" ? content : `<h${level}>${content}</h${level}>`;
