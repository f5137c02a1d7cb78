import { Group, SideBySide, TextControl } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import { HeroWordsFields } from "@/editor/properties/hero-words";
import { LibraryButton } from "@/editor/properties/library-button";
import type { Panel } from "@/editor/properties/panel";
import type { HeroImageBlock } from "./schema";

const Fields = ({ block }: { block: HeroImageBlock }) => (
  <>
    <Picture block={block} />
    <HeroWordsFields block={block} />
  </>
);

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

export default {
  Fields,
  look: { traits: ["align", "font", "color", "background", "margin", "padding", "frame"] },
} satisfies Panel<HeroImageBlock>;
