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
  const sentence = (parts: string, total: number) => say.partsAreNotCounted(parts, total === 1 ? "is" : "are");
  return [
    ...(opens.length > 0 ? [sentence(opens.join(" and "), privacy_opens + robot_opens)] : []),
    ...(robot_clicks > 0 ? [sentence(say.clickByRobots(robot_clicks), robot_clicks)] : []),
  ];
}
