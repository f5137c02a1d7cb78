import { isLight, type ThemeChoice, themeChoice } from "@/lib/theme";

/** Something the search can do: go somewhere, or do it at once. */
export type Command = {
  group: "Actions" | "Go to";
  title: string;
  /** Other words that people look for it by. */
  words?: string;
  keys?: string[];
  /** Shown only to whoever types its words. */
  rare?: boolean;
} & ({ href: string } | { run: () => void });

interface Deeds {
  chooseTheme: (choice: ThemeChoice) => void;
  showShortcuts: () => void;
  signOut: () => void;
}

const opening = (title: string, href: string, words?: string): Command => ({ group: "Actions", title, href, words });

/** Each opens the very dialog where there is one: the pages open it when their address ends so. */
const dialogs: Command[] = [
  opening("Create newsletter", "/newsletters#create-newsletter", "new add"),
  opening("Add subscriber", "/subscribers#add-subscribers", "new reader create"),
  opening("Import subscribers", "/subscribers#import-csv", "csv readers upload"),
  opening("New campaign", "/campaigns#create-campaign", "create write issue email"),
  opening("New template", "/templates/new", "create design"),
  opening("Add domain", "/domains#add-domain", "new create dkim dns"),
  opening("Create API key", "/settings#create-api-key", "new token"),
  opening("Add webhook", "/settings#add-webhook", "new create"),
];

const themes: [ThemeChoice, string][] = [
  ["light", "Change theme to light"],
  ["dark", "Change theme to dark"],
  ["system", "Change theme to the system's"],
];

/** The theme that would change nothing is not offered. */
const otherThemes = () => themes.filter(([choice]) => choice !== themeChoice());

export function actions({ chooseTheme, showShortcuts, signOut }: Deeds): Command[] {
  const does = (title: string, run: () => void, words?: string, keys?: string[]): Command => ({
    group: "Actions",
    title,
    run,
    words,
    keys,
  });
  return [
    ...dialogs,
    does("Change theme", () => chooseTheme(isLight(themeChoice()) ? "dark" : "light"), "dark light appearance"),
    ...otherThemes().map(([choice, title]) => ({
      ...does(title, () => chooseTheme(choice), "appearance mode"),
      rare: true,
    })),
    does("Keyboard shortcuts", showShortcuts, "keys help", ["?"]),
    does("Sign out", signOut, "log out leave"),
  ];
}
