import { countOf } from "@/lib/format";

export const say = {
  // apart
  privacyOpens: (count: number) => `${countOf(count, "open")} by privacy proxies`,
  automatedOpens: (count: number) => countOf(count, "automated open"),
  excluded: (parts: string) => `${parts} excluded.`,
  automatedClicks: (count: number) => countOf(count, "automated click"),
  // code
  aPartOfTheApp: "Part of the app didn't load.",
  // copy
  copied: "Copied",
  copyingFailedSelectTheText: "Copying failed. Select the text and copy it by hand.",
  // hooks
  titleLetterpress: (title: string) => `${title} · Letterpress`,
  // mail-sheet
  mail: "Mail",
  // notify
  tryAgain: "Try Again",
  undo: "Undo",
  // webauthn
  noPasskeyWasChosen: "No passkey was chosen.",
};
