import { countOf, formatNumber } from "@/lib/format";

export const say = {
  // apart
  openByPrivacyProxies: (privacy_opens: number) => `${countOf(privacy_opens, "open")} by privacy proxies`,
  opensByRobots: (robot_opens: number) => `${formatNumber(robot_opens)} automated`,
  openByRobots: (robot_opens: number) => countOf(robot_opens, "automated open"),
  excluded: (parts: string) => `${parts} excluded.`,
  clickByRobots: (robot_clicks: number) => countOf(robot_clicks, "automated click"),
  // code
  aPartOfTheApp: "Part of the app didn't load.",
  // copy
  copied: "Copied",
  copyingFailedSelectTheText: "Copying failed. Select the text and copy it by hand.",
  // csv-write
  lPNGuReplace: (slice: string) => `${slice}.csv`,
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
