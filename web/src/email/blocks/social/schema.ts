import { defined, type Fields, isObject } from "../../parse-fields";
import type { Base } from "../kind";

export const platforms = ["facebook", "twitter", "instagram", "linkedin", "youtube"] as const;
export type Platform = (typeof platforms)[number];

export interface SocialBlock extends Base<"social"> {
  /** Platform to URL; an empty URL is not shown. */
  platforms: Partial<Record<Platform, string>> & Record<string, string | undefined>;
  /** "emoji" when absent. */
  display?: "emoji" | "names" | "both";
}

const MAX_PLATFORMS = 20;

export const make = () => ({ platforms: {} });

function readPlatforms(fields: Fields): Record<string, string> {
  const value = fields.raw("platforms");
  if (!isObject(value)) {
    fields.replaced("platforms");
    return {};
  }
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[0].length <= 100,
  );
  return Object.fromEntries(entries.slice(0, MAX_PLATFORMS).map(([key, url]) => [key, fields.cut(url)]));
}

export const read = (fields: Fields) =>
  defined<Omit<SocialBlock, "id" | "type" | "style">>({
    platforms: readPlatforms(fields),
    display: fields.maybeOneOf("display", ["emoji", "names", "both"]),
  });
