import { useSubscribers } from "@/api/subscribers";
import { Popover } from "@/editor/controls/floating";
import { MergeTagPicker } from "@/editor/controls/merge-tag-picker";
import { mergeTag } from "@/email/merge-tags";
import { say } from "./words";

interface Props {
  newsletterId: number;
  anchor: () => DOMRect | null;
  onClose: () => void;
  onPick: (tag: string) => void;
}

/** Every merge tag there is for this newsletter, the attributes of its newest subscribers among them. */
export default function TagChoice({ newsletterId, anchor, onClose, onPick }: Props) {
  const { data } = useSubscribers({ newsletter_id: newsletterId, limit: 100 });
  const attributes = [...new Set(data?.rows.flatMap((row) => Object.keys(row.attributes)))].sort();
  return (
    <Popover label={say.mergeTag} anchor={anchor} side="below" onClose={onClose}>
      <MergeTagPicker attributes={attributes} onPick={({ path, fallback }) => onPick(mergeTag(path, fallback))} />
    </Popover>
  );
}
