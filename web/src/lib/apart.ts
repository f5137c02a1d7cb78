import { countOf } from "./format";

interface Apart {
  privacy_opens: number;
  robot_opens: number;
  robot_clicks: number;
}

/** What is left out of opens and clicks, in sentences; empty when nothing is. */
export function apart({ privacy_opens, robot_opens, robot_clicks }: Apart): string[] {
  const sentence = (parts: string[]) => (parts.length > 0 ? [`${parts.join(" and ")} excluded.`] : []);
  return [
    ...sentence([
      ...(privacy_opens > 0 ? [`${countOf(privacy_opens, "open")} by privacy proxies`] : []),
      ...(robot_opens > 0 ? [countOf(robot_opens, "automated open")] : []),
    ]),
    ...sentence(robot_clicks > 0 ? [countOf(robot_clicks, "automated click")] : []),
  ];
}
