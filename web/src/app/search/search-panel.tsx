import { SearchPanel as Panel } from "@/features/search/panel";
import type { PanelProps } from "@/features/search/search-box";
import { describe } from "./describe";
import { ActionsOfThing } from "./thing-actions";
import { useCommands } from "./use-commands";
import { useOffers } from "./use-offers";

/** The search's answers with what this app can do, and do with them. */
export default function SearchPanel({ onShowShortcuts, ...props }: PanelProps & { onShowShortcuts: () => void }) {
  const commands = useCommands(onShowShortcuts);
  return <Panel {...props} commands={commands} offers={useOffers()} describe={describe} Actions={ActionsOfThing} />;
}
