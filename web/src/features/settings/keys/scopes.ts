import type { Scope } from "@/api/api-keys";

export const presets = ["full", "read", "custom"] as const;
export type Preset = (typeof presets)[number];

export const presetWords: Record<Preset, { label: string; meaning: string }> = {
  full: { label: "Full access", meaning: "Everything you can do, with keys and webhooks too" },
  read: { label: "Read only", meaning: "Reads everything but the account, keys and webhooks; changes nothing" },
  custom: { label: "Custom", meaning: "Only what you choose" },
};

export type Part = Exclude<Scope, "full">;

/** What a custom key may do, in the order of the dialog. Each that changes something reads its own area too. */
export const parts: readonly { scope: Part; label: string }[] = [
  { scope: "read", label: "Read everything" },
  { scope: "newsletters:write", label: "Change newsletters" },
  { scope: "subscribers:write", label: "Change subscribers" },
  { scope: "campaigns:write", label: "Write campaigns" },
  { scope: "campaigns:send", label: "Send campaigns" },
  { scope: "templates:write", label: "Change templates" },
  { scope: "domains:write", label: "Change domains" },
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
