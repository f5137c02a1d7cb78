import type { HeroBlock, HeroImageBlock, SocialBlock } from "@/email/types";
import { platforms } from "@/email/types";
import { Group, SideBySide, TextControl } from "./controls";
import { useEdit } from "./edit";
import { LibraryButton } from "./image-fields";

type Names = "title" | "subtitle" | "description" | "buttonText" | "buttonHref";

export function HeroFields({ block }: { block: HeroBlock | HeroImageBlock }) {
  const { set, error } = useEdit();
  const bind = (name: Names) => ({
    value: block[name] ?? "",
    onChange: (value: string) => set({ [name]: value }, name),
    error: error(name),
  });
  return (
    <>
      {block.type === "hero-image" ? <Picture block={block} /> : null}
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

function Picture({ block }: { block: HeroImageBlock }) {
  const { set, error } = useEdit();
  return (
    <Group title="Picture">
      <LibraryButton
        alt={block.imageAlt}
        onPick={(item, imageAlt) => set({ imageSrc: item.url, imageAlt }, "picture")}
      />
      <TextControl
        label="Image URL"
        type="url"
        value={block.imageSrc}
        onChange={(imageSrc) => set({ imageSrc }, "imageSrc")}
        error={error("imageSrc")}
      />
      <TextControl
        label="Alternative text"
        rows={2}
        value={block.imageAlt}
        hint="What the picture says; empty when it says nothing that the words do not."
        onChange={(imageAlt) => set({ imageAlt }, "imageAlt")}
        error={error("imageAlt")}
      />
      <SideBySide
        label="Image position"
        value={block.imagePosition}
        options={[
          { value: "left", label: "Left" },
          { value: "right", label: "Right" },
        ]}
        onChange={(imagePosition) => set({ imagePosition }, "imagePosition")}
        error={error("imagePosition")}
      />
    </Group>
  );
}

const names = {
  facebook: "Facebook",
  twitter: "Twitter",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  youtube: "YouTube",
};

export function SocialFields({ block }: { block: SocialBlock }) {
  const { set, error } = useEdit();
  const own = Object.keys(block.platforms).filter((name) => !platforms.some((known) => known === name));
  const change = (name: string, url: string) => {
    const { [name]: _, ...others } = block.platforms;
    set({ platforms: url === "" ? others : { ...block.platforms, [name]: url } }, `platforms.${name}`);
  };
  return (
    <Group title="Links">
      {[...platforms, ...own].map((name) => (
        <TextControl
          key={name}
          label={`${Object.hasOwn(names, name) ? names[name as keyof typeof names] : name} URL`}
          type="url"
          value={block.platforms[name] ?? ""}
          placeholder="https://"
          onChange={(url) => change(name, url)}
          error={error(`platforms.${name}`)}
        />
      ))}
      <SideBySide
        label="Show"
        value={block.display ?? "emoji"}
        options={[
          { value: "emoji", label: "Icons" },
          { value: "names", label: "Names" },
          { value: "both", label: "Both" },
        ]}
        onChange={(display) => set({ display: display === "emoji" ? undefined : display }, "display")}
        error={error("display")}
      />
    </Group>
  );
}
