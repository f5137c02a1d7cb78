export { GROUP_MS, HISTORY_DEPTH } from "./history";
export { blockExcerpt, blockNames } from "./labels";
export {
  EditorProvider,
  ShownSelection,
  themeOf,
  useBlock,
  useEditor,
  useEditorState,
  useSelectedBlock,
  useTheme,
} from "./react";
export { type Outcome, reduce } from "./reduce";
export { createEditor } from "./store";
export { type Entry, findEntry, fits, indexBlocks, listAt, placeAfter } from "./tree";
export type { Action, BlockPatch, Change, Editor, EditorState, FieldsPatch, Place } from "./types";
