import { isKnownPath, mergeTags } from "@/email";

export interface TagParts {
  /** Such as "subscriber.first_name". */
  path: string;
  /** What stands there for readers without a value; null when the tag names none. */
  fallback: string | null;
}

export interface TagChoice {
  path: string;
  label: string;
  sample: string;
}

const ATTRIBUTE = "subscriber.attributes.";

/** Every tag there is for this author: the usual ones and the attributes of readers. */
export const tagChoices = (attributes: readonly string[] = []): TagChoice[] => [
  ...mergeTags,
  ...attributes
    .map((name) => ({ path: `${ATTRIBUTE}${name}`, label: capitalised(name), sample: "" }))
    .filter(({ path }) => isKnownPath(path)),
];

/** What a chip reads. */
export function tagLabel(path: string): string {
  const known = mergeTags.find((choice) => choice.path === path);
  if (known) return known.label;
  return path.startsWith(ATTRIBUTE) ? capitalised(path.slice(ATTRIBUTE.length)) : path;
}

/** Whether some readers may have no value for it. */
export const takesDefault = (path: string): boolean =>
  mergeTags.find((choice) => choice.path === path)?.takesDefault ?? path.startsWith(ATTRIBUTE);

function capitalised(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
