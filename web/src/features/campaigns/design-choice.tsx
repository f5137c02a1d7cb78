import { Code, LayoutTemplate } from "lucide-react";
import { useEffect, useState } from "react";
import { listTemplates, type Template } from "@/api/templates";
import { Field, Select } from "@/ui/field";
import { Segmented } from "@/ui/segmented";

/** How a campaign's content is written. */
export type Writing = "source" | "design";

const options = [
  { value: "source" as const, label: "Plain text and HTML", icon: <Code aria-hidden="true" /> },
  { value: "design" as const, label: "Design", icon: <LayoutTemplate aria-hidden="true" /> },
];

export function WritingChoice({ value, onChange }: { value: Writing; onChange: (value: Writing) => void }) {
  return (
    <div>
      <p className="mb-1.5 text-13 font-medium">Content</p>
      <Segmented label="How the content is written" value={value} onChange={onChange} options={options} />
    </div>
  );
}

/** As many as a list to choose from can usefully hold; the rest are found on the templates page. */
const MOST = 100;

interface Props {
  /** The id, as text; empty for a blank mail. */
  value: string;
  onChange: (id: string, template: Template | null) => void;
}

/** Which template a design begins from. */
export function TemplateChoice({ value, onChange }: Props) {
  const [templates, setTemplates] = useState<Template[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    listTemplates("", null, MOST).then(
      (page) => isCurrent && setTemplates(page.templates),
      (error: unknown) => {
        console.error("Failed to load templates", error);
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  // A link may have named the template before the list was there.
  useEffect(() => {
    const named = templates?.find(({ id }) => String(id) === value);
    if (named) onChange(value, named);
  }, [templates, value, onChange]);
  return (
    <Field
      label="Begin from"
      hint={
        failed ? "Failed to load templates" : "The template editor opens next. The campaign gets a copy of its own."
      }
    >
      {(field) => (
        <Select
          {...field}
          value={value}
          onChange={({ target }) =>
            onChange(target.value, templates?.find(({ id }) => String(id) === target.value) ?? null)
          }
        >
          <option value="">A blank mail</option>
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
