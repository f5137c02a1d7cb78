import { useState } from "react";
import { useNewsletters } from "@/api/newsletters";
import { testTemplate } from "@/api/templates";
import { Field, Select } from "@/ui/field";
import { TestSend } from "./test-dialog";
import { say } from "./words";

export interface TemplateTestProps {
  template: { id: number; name: string };
  onClose: () => void;
}

/** A template, as one of the author's newsletters would send it. */
export default function TemplateTest({ template, onClose }: TemplateTestProps) {
  const { data } = useNewsletters();
  const active = data?.filter((newsletter) => newsletter.is_active) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <TestSend
      description={template.name}
      from={chosen}
      send={(to, key) => testTemplate(template.id, { to, newsletter_id: chosen }, key)}
      kept={{ query: { limit: 50 }, isOurs: (mail) => mail.campaign_id === null }}
      onClose={onClose}
    >
      {active.length > 1 ? (
        <Field label={say.sendAs}>
          {(field) => (
            <Select
              {...field}
              value={chosen ?? active[0]?.id}
              onChange={(event) => setChosen(Number(event.target.value))}
            >
              {active.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
    </TestSend>
  );
}
