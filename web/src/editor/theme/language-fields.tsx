import { useState } from "react";
import type { Theme } from "@/email/types";
import { Field, Input } from "@/ui/field";
import { Group, SideBySide } from "../controls/fields";
import { useEditor } from "../state";
import { say } from "../words";

const common = ["en", "en-GB", "de", "fr", "es", "it", "nl", "pt-BR", "pl", "sv", "uk", "ar", "he", "ja", "zh"];
const TAG = /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i;
const rightToLeft = /^(ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/i;

const names = new Intl.DisplayNames(undefined, { type: "language" });
const nameOf = (tag: string) => {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/** What screen readers pronounce the mail in, and where its lines begin. */
export function LanguageFields({ theme }: { theme: Theme }) {
  const editor = useEditor();
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && !TAG.test(typed.trim());
  const change = (text: string) => {
    setTyped(text);
    const lang = text.trim();
    if (!TAG.test(lang)) return;
    const dir = rightToLeft.test(lang) ? "rtl" : "ltr";
    const turned = rightToLeft.test(lang) !== rightToLeft.test(theme.lang);
    editor.dispatch({ type: "theme", patch: turned ? { lang, dir } : { lang }, field: "lang" });
  };
  return (
    <Group title={say.language}>
      <Field label={say.language} hint={nameOf(theme.lang)} error={wrong ? say.writeALanguageTagSuch : undefined}>
        {(field) => (
          <>
            <Input
              {...field}
              list="mail-languages"
              value={typed ?? theme.lang}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(event.target.value)}
              onBlur={() => setTyped(null)}
            />
            <datalist id="mail-languages">
              {common.map((tag) => (
                <option key={tag} value={tag}>
                  {nameOf(tag)}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <SideBySide
        label={say.direction}
        value={theme.dir}
        options={[
          { value: "ltr", label: say.leftToRight },
          { value: "rtl", label: say.rightToLeft },
        ]}
        onChange={(dir) => editor.dispatch({ type: "theme", patch: { dir }, field: "dir" })}
      />
    </Group>
  );
}
