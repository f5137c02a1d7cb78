import { Group, SideBySide, TextControl } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import type { Panel } from "@/editor/properties/panel";
import { platforms, type SocialBlock } from "./schema";

const names = {
  facebook: "Facebook",
  twitter: "Twitter",
  instagram: "Instagram",
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

export default {
  Fields,
  look: {
    traits: ["align", "font", "size", "color", "background", "margin", "padding", "frame"],
    align: "center",
    color: ({ linkColor }) => linkColor,
  },
} satisfies Panel<SocialBlock>;
