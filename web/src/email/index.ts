export { checkDocument, type Finding, type Fix } from "./checks";
export * from "./colors";
export { box } from "./css";
export * from "./factory";
export { exportFileName } from "./file-name";
export * from "./hostile";
export * from "./ids";
export { htmlToBlocks, type Imported, type ImportLine, importHtml } from "./import";
export * from "./merge-tags";
export * from "./nesting";
export { type Parsed, parseBlocks, parseDocument } from "./parse";
export * from "./placeholder";
export { cleanTheme, innerWidth } from "./render/context";
export { type RenderOptions, renderBlock, renderDocument } from "./render/document";
export { sanitize } from "./sanitize";
export { byteLength, bytesByBlock, GMAIL_CLIP } from "./size";
export type { Starter } from "./starters";
export { renderText } from "./text";
export { defaultTheme, overridesOf, resolveTheme } from "./theme";
export * from "./types";
export * from "./urls";

/** The starters, loaded when somebody asks for them, for they are larger than the renderer. `origin` precedes their pictures. */
export const starters = (origin: string) => import("./starters").then((module) => module.starters(origin));
