export { EmailEditor, type EmailEditorProps } from "./email-editor";
export type * from "./host";
export { EditorSession, type Outcome } from "./session/editor-session";
export * from "./state";
