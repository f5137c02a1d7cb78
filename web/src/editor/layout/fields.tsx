import { say } from "../words";
import { TagFieldInput } from "./field-input";

/** What readers see before they open the mail. */
export function Fields() {
  return (
    <div className="grid shrink-0 gap-2 border-line border-b bg-page px-3 py-2 sm:grid-cols-2">
      <TagFieldInput
        field="subject"
        label={say.subject}
        placeholder={say.emailSubjectLine}
        maxLength={998}
        className="h-8"
      />
      <TagFieldInput
        field="preheader"
        label={say.preheader}
        placeholder={say.preheaderTheLineShownAfter}
        maxLength={300}
        className="h-8"
      />
    </div>
  );
}
