import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** What an author has. */
export type Kind = "newsletter" | "campaign" | "subscriber" | "template" | "domain";

export interface Thing {
  kind: Kind;
  id: number;
  title: string;
  /** Its page, or where it stands in its list. */
  href: string;
}

export interface ThingAction {
  name: string;
  icon: LucideIcon;
  /** The letter that does it while the actions are open; "⌫" for Backspace. */
  letter?: string;
  /** What it takes away can't be had back with a click. */
  takes?: boolean;
  /** Where it leads, if that is all it does. */
  href?: string;
  run?: () => unknown;
}

/** Neither of them until the thing has been read. */
export interface KnownActions {
  actions?: ThingAction[];
  error?: Error;
}

/** What can be done with a thing. The app knows: its pages have the actions. */
export type ThingActions = (props: { thing: Thing; children: (known: KnownActions) => ReactNode }) => ReactNode;
