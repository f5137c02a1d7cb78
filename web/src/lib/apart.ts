import { countOf, formatNumber } from "./format";

interface Apart {
  privacy_opens: number;
  robot_opens: number;
  robot_clicks: number;
}

/** What is left out of opens and clicks, in sentences; empty when nothing is. */
export function apart({ privacy_opens, robot_opens, robot_clicks }: Apart): string[] {
  const opens = [
    ...(privacy_opens > 0 ? [`${countOf(privacy_opens, "open")} by privacy proxies`] : []),
    ...(robot_opens > 0
      ? [privacy_opens > 0 ? `${formatNumber(robot_opens)} by robots` : `${countOf(robot_opens, "open")} by robots`]
      : []),
  ];
  const sentence = (parts: string, total: number) => `${parts} ${total === 1 ? "is" : "are"} not counted.`;
  return [
    ...(opens.length > 0 ? [sentence(opens.join(" and "), privacy_opens + robot_opens)] : []),
    ...(robot_clicks > 0 ? [sentence(`${countOf(robot_clicks, "click")} by robots`, robot_clicks)] : []),
  ];
}
