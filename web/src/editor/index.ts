export { EmailEditor, type EmailEditorProps } from "./email-editor";
export type * from "./host";
export { EditorSession } from "./session/editor-session";
export type { Kept, Outcome } from "./session/session";
export { newSlot } from "./session/slots";
export * from "./state";
