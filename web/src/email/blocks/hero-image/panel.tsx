import { Group, SideBySide, TextControl } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import { HeroWordsFields } from "@/editor/properties/hero-words";
import { LibraryButton } from "@/editor/properties/library-button";
import type { Panel } from "@/editor/properties/panel";
import { say } from "../../words";
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
    <Group title={say.picture}>
      <LibraryButton
        alt={block.imageAlt}
        onPick={(item, imageAlt) => set({ imageSrc: item.url, imageAlt }, "picture")}
      />
      <TextControl
        label={say.imageURL}
        type="url"
        value={block.imageSrc}
        onChange={(imageSrc) => set({ imageSrc }, "imageSrc")}
        error={error("imageSrc")}
      />
      <TextControl
        label={say.alternativeText}
        rows={2}
        value={block.imageAlt}
        hint={say.whatThePictureSaysEmpty}
        onChange={(imageAlt) => set({ imageAlt }, "imageAlt")}
        error={error("imageAlt")}
      />
      <SideBySide
        label={say.imagePosition}
        value={block.imagePosition}
        options={[
          { value: "left", label: say.left },
          { value: "right", label: say.right },
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
