import { SearchPanel as Panel } from "@/features/search/panel";
import type { PanelProps } from "@/features/search/search-box";
import { useCommands } from "./use-commands";

/** The search's answers with the commands of this app. */
export default function SearchPanel({ onShowShortcuts, ...props }: PanelProps & { onShowShortcuts: () => void }) {
  return <Panel {...props} commands={useCommands(onShowShortcuts)} />;
}
