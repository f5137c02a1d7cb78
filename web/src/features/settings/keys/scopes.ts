import type { Scope } from "@/api/api-keys";
import { say } from "../words";

export const presets = ["full", "read", "custom"] as const;
export type Preset = (typeof presets)[number];

export const presetWords: Record<Preset, { label: string; meaning: string }> = {
  full: { label: say.fullAccess, meaning: say.everythingYouCanDoWith },
  read: { label: say.readOnly, meaning: say.readsEverythingButTheAccount },
  custom: { label: say.custom, meaning: say.onlyWhatYouChoose },
};

export type Part = Exclude<Scope, "full">;

/** What a custom key may do, in the order of the dialog. Each that changes something reads its own area too. */
export const parts: readonly { scope: Part; label: string }[] = [
  { scope: "read", label: say.readEverything },
  { scope: "newsletters:write", label: say.changeNewsletters },
  { scope: "subscribers:write", label: say.changeSubscribers },
  { scope: "campaigns:write", label: say.writeCampaigns },
  { scope: "campaigns:send", label: say.sendCampaigns },
  { scope: "messages:send", label: say.sendEmailsToOnePerson },
  { scope: "templates:write", label: say.changeTemplates },
  { scope: "domains:write", label: say.changeDomains },
];

export function presetOf(scopes: readonly Scope[]): Preset {
  if (scopes.includes("full")) return "full";
  return scopes.length === 1 && scopes[0] === "read" ? "read" : "custom";
}

export const isPart = (scope: Scope): scope is Part => scope !== "full";

/** What a key may do, in a few words. */
export function wordsOf(scopes: readonly Scope[]): string {
  const preset = presetOf(scopes);
  if (preset !== "custom") return presetWords[preset].label;
  return parts
    .filter(({ scope }) => scopes.includes(scope))
    .map(({ label }) => label)
    .join(", ");
}
