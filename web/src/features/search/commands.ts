import { isLight, type ThemeChoice, themeChoice } from "@/lib/theme";
import { say } from "./words";

/** What is offered where nothing was found. */
export const OFFERS = say.tryThis;

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

const opening = (title: string, href: string, words?: string): Command => ({ group: say.actions, title, href, words });

/** Each opens the very dialog where there is one: the pages open it when their address ends so. */
const dialogs: Command[] = [
  opening(say.createNewsletter, "/newsletters#create-newsletter", "new add"),
  opening(say.addSubscriber, "/subscribers#add-subscribers", "new reader create"),
  opening(say.importSubscribers, "/subscribers#import-csv", "csv readers upload"),
  opening(say.newCampaign, "/campaigns#create-campaign", "create write issue email"),
  opening(say.newTemplate, "/templates/new", "create design"),
  opening(say.addDomain, "/domains#add-domain", "new create dkim dns"),
  opening(say.createAPIKey, "/settings#create-api-key", "new token"),
  opening(say.addWebhook, "/settings#add-webhook", "new create"),
];

const setting = (title: string, anchor: string, words = ""): Command => ({
  group: say.settings,
  title,
  href: `/settings#${anchor}`,
  words: `settings ${words}`,
  rare: true,
});

/** The parts of the settings, by what people call them. */
const settings: Command[] = [
  setting(say.accountInformation, "account-settings", "profile full name company change email address"),
  setting(say.timeZone, "time-zone", "timezone clock hours"),
  setting(say.emailConfiguration, "email-configuration", "default from name reply-to sender"),
  setting(say.apiKeys, "api-settings", "token secret regenerate"),
  setting(say.webhooks, "webhooks", "endpoint events"),
  setting(say.notifications, "notifications", "campaign reports security alerts weekly summary"),
  setting(say.changePassword, "password", "security"),
  setting(say.authenticatorApp, "authenticator-app", "security two-factor second factor 2fa totp recovery codes"),
  setting(say.passkeys, "passkeys", "security webauthn fingerprint"),
  setting(say.devices, "devices", "security sessions signed in"),
  setting(say.accountActivity, "activity", "security log history"),
  setting(say.downloadMyData, "your-data", "export account backup"),
  setting(say.deleteAccount, "danger-zone", "danger zone close remove"),
];

const themes: [ThemeChoice, string][] = [
  ["light", say.changeThemeToLight],
  ["dark", say.changeThemeToDark],
  ["system", say.changeThemeToSystem],
];

/** The theme that would change nothing is not offered. */
const otherThemes = () => themes.filter(([choice]) => choice !== themeChoice());

export function actions({ chooseTheme, showShortcuts, signOut }: Deeds): Command[] {
  const does = (title: string, run: () => void, words?: string, keys?: string[]): Command => ({
    group: say.actions,
    title,
    run,
    words,
    keys,
  });
  return [
    ...dialogs,
    does(say.changeTheme, () => chooseTheme(isLight(themeChoice()) ? "dark" : "light"), "dark light appearance"),
    ...otherThemes().map(([choice, title]) => ({
      ...does(title, () => chooseTheme(choice), "appearance mode"),
      rare: true,
    })),
    does(say.keyboardShortcuts, showShortcuts, "keys help", ["?"]),
    does(say.signOut, signOut, "log out leave"),
    ...settings,
  ];
}
