import {
  Columns2,
  Heading,
  Image,
  type LucideIcon,
  Minus,
  MousePointerClick,
  Newspaper,
  PanelTop,
  Share2,
  Text,
  UnfoldVertical,
} from "lucide-react";
import type { BlockType } from "@/email/types";

export const blockIcons: Record<BlockType, LucideIcon> = {
  heading: Heading,
  text: Text,
  image: Image,
  button: MousePointerClick,
  divider: Minus,
  spacer: UnfoldVertical,
  columns: Columns2,
  social: Share2,
  hero: PanelTop,
  "hero-image": Newspaper,
};
