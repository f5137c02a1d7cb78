import { say } from "./words";

/** What an exported mail is called: the name in lower case, an underscore for all but letters and digits. */
export function exportFileName(name: string): string {
  const base = (name.trim() || say.untitledTemplate).toLowerCase().normalize("NFC");
  return `${base.replace(/[^\p{L}\p{M}\p{N}]/gu, "_")}.html`;
}
