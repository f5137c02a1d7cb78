import { countOf, formatNumber } from "@/lib/format";

export const say = {
  // apart
  openByPrivacyProxies: (privacy_opens: number) => `${countOf(privacy_opens, "open")} by privacy proxies`,
  opensByRobots: (robot_opens: number) => `${formatNumber(robot_opens)} by robots`,
  openByRobots: (robot_opens: number) => `${countOf(robot_opens, "open")} by robots`,
  partsAreNotCounted: (parts: string, value: string) => `${parts} ${value} not counted.`,
  clickByRobots: (robot_clicks: number) => `${countOf(robot_clicks, "click")} by robots`,
  // code
  aPartOfTheApp: "A part of the app could not be loaded.",
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
