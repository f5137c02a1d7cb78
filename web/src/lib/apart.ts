import { say } from "./words";

interface Apart {
  privacy_opens: number;
  robot_opens: number;
  robot_clicks: number;
}

/** What is left out of opens and clicks, in sentences; empty when nothing is. */
export function apart({ privacy_opens, robot_opens, robot_clicks }: Apart): string[] {
  const sentence = (parts: string[]) => (parts.length > 0 ? [say.excluded(parts.join(" and "))] : []);
  return [
    ...sentence([
      ...(privacy_opens > 0 ? [say.privacyOpens(privacy_opens)] : []),
      ...(robot_opens > 0 ? [say.automatedOpens(robot_opens)] : []),
    ]),
    ...sentence(robot_clicks > 0 ? [say.automatedClicks(robot_clicks)] : []),
  ];
}
