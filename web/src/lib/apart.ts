import { say } from "./words";

interface Apart {
  privacy_opens: number;
  robot_opens: number;
  robot_clicks: number;
}

/** What is left out of opens and clicks, in sentences; empty when nothing is. */
export function apart({ privacy_opens, robot_opens, robot_clicks }: Apart): string[] {
  const opens = [
    ...(privacy_opens > 0 ? [say.openByPrivacyProxies(privacy_opens)] : []),
    ...(robot_opens > 0 ? [privacy_opens > 0 ? say.opensByRobots(robot_opens) : say.openByRobots(robot_opens)] : []),
  ];
  return [
    ...(opens.length > 0 ? [say.excluded(opens.join(" and "))] : []),
    ...(robot_clicks > 0 ? [say.excluded(say.clickByRobots(robot_clicks))] : []),
  ];
}
