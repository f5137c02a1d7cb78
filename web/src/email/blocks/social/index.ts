import { action } from "../../text/lines";
import { safeUrl } from "../../urls";
import { say } from "../../words";
import type { BlockKind } from "../kind";
import { inks, texts } from "./checks";
import { platformOf } from "./platforms";
import { render } from "./render";
import { make, read, type SocialBlock } from "./schema";

export const social: BlockKind<SocialBlock> = {
  type: "social",
  name: say.socialLinks,
  make,
  read,
  render,
  text: ({ platforms }) => [
    Object.entries(platforms)
      .map(([key, url]) => (safeUrl(url) ? action(platformOf(key).name, url) : ""))
      .filter(Boolean)
      .join("\n"),
  ],
  excerpt: ({ platforms }) =>
    Object.entries(platforms)
      .filter(([, url]) => url)
      .map(([name]) => name)
      .join(", "),
  inks,
  texts,
};
