import { Group, SideBySide, TextControl } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import type { Panel } from "@/editor/properties/panel";
import { say } from "../../words";
import { platforms, type SocialBlock } from "./schema";

const names = {
  facebook: say.facebook,
  twitter: say.twitter,
  instagram: say.instagram,
  linkedin: "LinkedIn",
  youtube: "YouTube",
};

function Fields({ block }: { block: SocialBlock }) {
  const { set, error } = useEdit();
  const own = Object.keys(block.platforms).filter((name) => !platforms.some((known) => known === name));
  const change = (name: string, url: string) => {
    const { [name]: _, ...others } = block.platforms;
    set({ platforms: url === "" ? others : { ...block.platforms, [name]: url } }, `platforms.${name}`);
  };
  return (
    <Group title={say.links}>
      {[...platforms, ...own].map((name) => (
        <TextControl
          key={name}
          label={say.nameURL(Object.hasOwn(names, name) ? names[name as keyof typeof names] : name)}
          type="url"
          value={block.platforms[name] ?? ""}
          placeholder="https://"
          onChange={(url) => change(name, url)}
          error={error(`platforms.${name}`)}
        />
      ))}
      <SideBySide
        label={say.show}
        value={block.display ?? "emoji"}
        options={[
          { value: "emoji", label: say.icons },
          { value: "names", label: say.names },
          { value: "both", label: say.both },
        ]}
        onChange={(display) => set({ display: display === "emoji" ? undefined : display }, "display")}
        error={error("display")}
      />
    </Group>
  );
}

export default {
  Fields,
  look: {
    traits: ["align", "font", "size", "color", "background", "margin", "padding", "frame"],
    align: "center",
    color: ({ linkColor }) => linkColor,
  },
} satisfies Panel<SocialBlock>;
