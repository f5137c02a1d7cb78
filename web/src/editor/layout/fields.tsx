import { TagFieldInput } from "./field-input";

/** What readers see before they open the mail. */
export function Fields() {
  return (
    <div className="grid shrink-0 gap-2 border-line border-b bg-page px-3 py-2 sm:grid-cols-2">
      <TagFieldInput
        field="subject"
        label="Subject"
        placeholder="Email subject line..."
        maxLength={998}
        className="h-8"
      />
      <TagFieldInput
        field="preheader"
        label="Preheader"
        placeholder="Preheader: the line shown after the subject"
        maxLength={300}
        className="h-8"
      />
    </div>
  );
}
