import type { HeroWords } from "@/email/blocks/hero-words";
import { Group, TextControl } from "../controls/fields";
import { say } from "../words";
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
      <Group title={say.words}>
        <TextControl label={say.title} tags {...bind("title")} />
        <TextControl label={say.subtitle} optional tags {...bind("subtitle")} />
        <TextControl label={say.description} rows={3} tags {...bind("description")} />
      </Group>
      <Group title={say.button}>
        <TextControl label={say.buttonText} optional tags hint={say.withoutATextThereIs} {...bind("buttonText")} />
        <TextControl label={say.buttonLink} type="url" tags placeholder="https://" {...bind("buttonHref")} />
      </Group>
    </>
  );
}
