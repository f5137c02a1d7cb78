import { useMemo, useRef } from "react";
import { useAuthor } from "@/api/session";
import { actions, type Command } from "@/features/search/commands";
import { chooseTheme, useThemeChoice } from "@/lib/theme";
import { destinations } from "../nav";
import { useSignOut } from "../shell/use-sign-out";
import { say } from "../words";

const places: Command[] = [
  ...destinations.map(({ title, path, key }) => ({ name: title, href: path, keys: ["g", key] })),
  { name: "API", href: "/api-reference", words: "reference openapi" },
  { name: say.documentation, href: "/documentation", words: "guide help manual" },
  { name: say.support, href: "/support", words: "help version doctor" },
].map((place) => ({ ...place, title: say.goToName(place.name), group: say.goTo }));

/** Whose it is not is not offered it. */
const ofAdministrators: Command[] = [
  {
    group: say.goTo,
    name: say.suppressionList,
    title: say.goToSuppressionList,
    href: "/subscribers/suppressions",
    words: "suppressed blocked bounced addresses",
    rare: true,
  },
];

/** Everything the search can do. It changes with the theme, for the present one is not offered. */
export function useCommands(showShortcuts: () => void): Command[] {
  const signOut = useSignOut();
  const theme = useThemeChoice();
  const isAdmin = useAuthor()?.role === "admin";
  const latest = useRef({ showShortcuts, signOut });
  latest.current = { showShortcuts, signOut };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions read the theme themselves
  return useMemo(() => {
    const deeds = {
      chooseTheme,
      showShortcuts: () => latest.current.showShortcuts(),
      signOut: () => latest.current.signOut(),
    };
    return [...actions(deeds), ...places, ...(isAdmin ? ofAdministrators : [])];
  }, [theme, isAdmin]);
}
