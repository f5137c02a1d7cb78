import { isLight, type ThemeChoice, themeChoice } from "@/lib/theme";

/** What is offered where nothing was found. */
export const OFFERS = "Try this";

/** Something the search can do: go somewhere, or do it at once. */
export type Command = {
  group: "Actions" | "Settings" | "Go to" | typeof OFFERS;
  title: string;
  /** What it is called for short: whoever types just that means it. */
  name?: string;
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

const setting = (title: string, anchor: string, words = ""): Command => ({
  group: "Settings",
  title,
  href: `/settings#${anchor}`,
  words: `settings ${words}`,
  rare: true,
});

/** The parts of the settings, by what people call them. */
const settings: Command[] = [
  setting("Account information", "account-settings", "profile full name company change email address"),
  setting("Time zone", "time-zone", "timezone clock hours"),
  setting("Email configuration", "email-configuration", "default from name reply-to sender"),
  setting("API keys", "api-settings", "token secret regenerate"),
  setting("Webhooks", "webhooks", "endpoint events"),
  setting("Notifications", "notifications", "campaign reports security alerts weekly summary"),
  setting("Change password", "password", "security"),
  setting("Authenticator app", "authenticator-app", "security two-factor second factor 2fa totp recovery codes"),
  setting("Passkeys", "passkeys", "security webauthn fingerprint"),
  setting("Devices", "devices", "security sessions signed in"),
  setting("Account activity", "activity", "security log history"),
  setting("Download my data", "your-data", "export account backup"),
  setting("Delete account", "danger-zone", "danger zone close remove"),
];

const themes: [ThemeChoice, string][] = [
  ["light", "Change theme to light"],
  ["dark", "Change theme to dark"],
  ["system", "Change theme to system"],
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
    ...settings,
  ];
}
