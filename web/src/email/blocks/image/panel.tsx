import { Group, NumberControl, Pair, TextControl } from "@/editor/controls/fields";
import type { MediaItem } from "@/editor/host";
import { useEdit } from "@/editor/properties/edit";
import { LibraryButton } from "@/editor/properties/library-button";
import type { Panel } from "@/editor/properties/panel";
import { Checkbox } from "@/ui/field";
import { say } from "../../words";
import { margin } from "./render";
import type { ImageBlock } from "./schema";

/** How wide a picture stands in a mail at most, unless its author wants otherwise. px. */
const WIDEST = 600;

function Fields({ block }: { block: ImageBlock }) {
  const { set, error } = useEdit();
  const pick = (item: MediaItem, alt: string) =>
    set(
      { src: item.url, alt, width: Math.min(item.width, WIDEST), height: undefined, decorative: undefined },
      "picture",
    );
  return (
    <>
      <Group title={say.picture}>
        <LibraryButton alt={block.alt} onPick={pick} />
        <TextControl
          label={say.imageURL}
          type="url"
          value={block.src}
          onChange={(src) => set({ src }, "src")}
          error={error("src")}
        />
        <TextControl
          label={say.alternativeText}
          value={block.alt}
          rows={2}
          disabled={block.decorative === true}
          onChange={(alt) => set({ alt }, "alt")}
          hint={say.whatThePictureSaysFor}
          error={error("alt")}
        />
        <Checkbox
          label={say.decorative}
          hint={say.itSaysNothingThatThe}
          checked={block.decorative === true}
          onChange={(event) =>
            set(event.target.checked ? { decorative: true, alt: "" } : { decorative: undefined }, "decorative")
          }
        />
      </Group>
      <Group title={say.sizeAndLink}>
        <Pair>
          <NumberControl
            label={say.width}
            value={block.width}
            min={1}
            max={2000}
            placeholder={say.automatic}
            onChange={(width) => set({ width }, "width")}
            error={error("width")}
          />
          <NumberControl
            label={say.height}
            value={block.height}
            min={1}
            max={4000}
            placeholder={say.automatic}
            onChange={(height) => set({ height }, "height")}
            error={error("height")}
          />
        </Pair>
        <TextControl
          label={say.link}
          optional
          type="url"
          tags
          value={block.href ?? ""}
          placeholder="https://"
          onChange={(href) => set({ href: href || undefined }, "href")}
          hint={say.whereAClickOnThe}
          error={error("href")}
        />
      </Group>
    </>
  );
}

export default {
  Fields,
  look: { traits: ["align", "background", "margin", "padding", "frame"], align: "center", margin },
} satisfies Panel<ImageBlock>;
