import type { HeroWords } from "@/email/blocks/hero-words";
import { Group, TextControl } from "../controls/fields";
import { useEdit } from "./edit";

type Names = "title" | "subtitle" | "description" | "buttonText" | "buttonHref";

/** The fields that every hero has. */
export function HeroWordsFields({ block }: { block: HeroWords }) {
  const { set, error } = useEdit();
  const bind = (name: Names) => ({
    value: block[name] ?? "",
    onChange: (value: string) => set({ [name]: value }, name),
    error: error(name),
  });
  return (
    <>
      <Group title="Words">
        <TextControl label="Title" tags {...bind("title")} />
        <TextControl label="Subtitle" optional tags {...bind("subtitle")} />
        <TextControl label="Description" rows={3} tags {...bind("description")} />
      </Group>
      <Group title="Button">
        <TextControl
          label="Button text"
          optional
          tags
          hint="Without a text there is no button."
          {...bind("buttonText")}
        />
        <TextControl label="Button link" type="url" tags placeholder="https://" {...bind("buttonHref")} />
      </Group>
    </>
  );
}
