import { LayoutTemplate, PenLine } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { getTemplate, listTemplates, type Template } from "@/api/templates";
import { Field, Select } from "@/ui/field";
import { Segmented } from "@/ui/segmented";
import { say } from "./words";

/** How a new campaign's content is begun. */
export type Writing = "write" | "design";

const options = [
  { value: "write" as const, label: say.write, icon: <PenLine aria-hidden="true" /> },
  { value: "design" as const, label: say.design, icon: <LayoutTemplate aria-hidden="true" /> },
];

export function WritingChoice({ value, onChange }: { value: Writing; onChange: (value: Writing) => void }) {
  return (
    <div>
      <p className="mb-1.5 text-13 font-medium">{say.content}</p>
      <Segmented label={say.howTheContentIsWritten} value={value} onChange={onChange} options={options} />
    </div>
  );
}

/** As many as a list to choose from can usefully hold; the rest are found on the templates page. */
const MOST = 100;

/** The newest templates, and the one that is chosen if it is not among them. */
function useChoices(chosen: string) {
  const [templates, setTemplates] = useState<Template[] | null>(null);
  const [failed, setFailed] = useState(false);
  const first = useRef(chosen);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const { templates: newest } = await listTemplates("", null, MOST);
      const named = first.current;
      if (named === "" || newest.some(({ id }) => String(id) === named)) return newest;
      return [await getTemplate(Number(named)), ...newest];
    };
    load().then(
      (found) => isCurrent && setTemplates(found),
      (error: unknown) => {
        console.error("Failed to load templates", error);
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return { templates, failed };
}

interface Props {
  /** The id, as text; empty for a blank email. */
  value: string;
  onChange: (id: string) => void;
  /** When the chosen template is known. */
  onKnown: (template: Template) => void;
}

/** Which template a design begins from. */
export function TemplateChoice({ value, onChange, onKnown }: Props) {
  const { templates, failed } = useChoices(value);
  const known = templates?.find(({ id }) => String(id) === value);
  useEffect(() => {
    if (known) onKnown(known);
  }, [known, onKnown]);
  return (
    <Field label={say.startFrom} hint={failed ? say.failedToLoadTemplates : say.opensTheEditorYourTemplate}>
      {(field) => (
        <Select {...field} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{say.blankEmail}</option>
          {value !== "" && !known ? <option value={value}>{say.theTemplateYouCameFrom}</option> : null}
          {templates?.map((template) => (
            <option key={template.id} value={template.id}>
              {template.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
