import { useState } from "react";
import type { ApiDocument } from "@/api/document";
import { CodeBlock } from "@/ui/markdown/code-block";
import { Segmented } from "@/ui/segmented";
import type { Operation } from "./document";
import { exampleOf, type Language, languageNames, languages } from "./examples";
import { say } from "./words";

const KEY = "letterpress-api-language";

function remembered(): Language {
  try {
    const stored = localStorage.getItem(KEY);
    return languages.find((language) => language === stored) ?? "curl";
  } catch {
    return "curl";
  }
}

/** The call in the language that was chosen last. */
export function ExamplesPanel({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const [language, setLanguage] = useState(remembered);
  const choose = (next: Language) => {
    setLanguage(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // The choice then holds for this page.
    }
  };
  return (
    <>
      <Segmented
        label={say.languageOfTheExample}
        value={language}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={choose}
      />
      <CodeBlock
        code={exampleOf(document, operation, language, location.origin)}
        label={say.theLanguageExample(languageNames[language])}
        className="mt-2"
      />
    </>
  );
}
