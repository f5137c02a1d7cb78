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
export { columnCountPatch, type Entry, findEntry, fits, indexBlocks, listAt, MAX_COLUMNS, placeAfter } from "./tree";
export type { Action, BlockPatch, Change, Editor, EditorState, FieldsPatch, Place } from "./types";
