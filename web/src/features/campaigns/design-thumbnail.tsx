import { useMemo } from "react";
import type { Campaign } from "@/api/campaigns";
import { designOf } from "@/workbench/document";
import { Thumbnail } from "@/workbench/thumbnail";

export default function DesignThumbnail({ campaign }: { campaign: Campaign }) {
  const document = useMemo(() => designOf(campaign), [campaign]);
  return <Thumbnail document={document} />;
}
