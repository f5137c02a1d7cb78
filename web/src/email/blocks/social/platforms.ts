import { say } from "../../words";

/** The picture that stands for a platform, and its name. */
const known: Record<string, { name: string; emoji: string }> = {
  facebook: { name: say.facebook, emoji: "📘" },
  twitter: { name: say.twitter, emoji: "🐦" },
  instagram: { name: say.instagram, emoji: "📷" },
  linkedin: { name: "LinkedIn", emoji: "💼" },
  youtube: { name: "YouTube", emoji: "📺" },
};

/** The name of a platform; an unknown one is called as its author wrote it, and looks like a link. */
export function platformOf(key: string): { name: string; emoji: string } {
  return Object.hasOwn(known, key) && known[key]
    ? known[key]
    : { name: key.charAt(0).toUpperCase() + key.slice(1), emoji: "🔗" };
}
