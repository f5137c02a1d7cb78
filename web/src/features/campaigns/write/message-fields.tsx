import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Campaign } from "@/api/campaigns";
import { useConfirm } from "@/ui/confirm";
import { Field, Input } from "@/ui/field";
import { TextField } from "../campaign-fields";
import { type Writing, WritingChoice } from "../design-choice";
import { DesignPanel } from "../design-panel";
import { readSubject } from "../row-subject";
import type { CampaignForm } from "../schema";
import { HtmlCode } from "./html/html-field";
import { InsertTag, typeInto } from "./insert-tag";
import { lengthOf, previewHint, subjectHint } from "./lengths";

interface Props {
  form: UseFormReturn<CampaignForm>;
  campaign: Campaign;
  /** It can be read and copied, and no more. */
  disabled: boolean;
}

/** What stands in an inbox, and how much of it. */
function InboxFields({ form, campaign: { newsletter_id, newsletter_name } }: Omit<Props, "disabled">) {
  const [subject, preheader] = useWatch({ control: form.control, name: ["subject", "preheader"] });
  const { errors } = form.formState;
  const seen = (text: string) => lengthOf(readSubject({ subject: text, newsletter_name }));
  return (
    <>
      <Field label="Subject Line" error={errors.subject?.message} hint={subjectHint(seen(subject))}>
        {(field) => (
          <span className="relative block">
            <Input
              {...field}
              {...form.register("subject")}
              autoComplete="off"
              className="h-11 pr-11 font-medium font-serif text-xl sm:text-xl"
            />
            <InsertTag
              newsletterId={newsletter_id}
              onInsert={(tag) => typeInto(field.id, tag)}
              className="absolute top-2 right-2"
            />
          </span>
        )}
      </Field>
      <Field
        label="Preview text"
        optional
        error={errors.preheader?.message}
        hint={previewHint(seen(subject), seen(preheader))}
      >
        {(field) => (
          <span className="relative block">
            <Input {...field} {...form.register("preheader")} autoComplete="off" className="pr-10" />
            <InsertTag
              newsletterId={newsletter_id}
              onInsert={(tag) => typeInto(field.id, tag)}
              className="absolute top-1 right-1"
            />
          </span>
        )}
      </Field>
    </>
  );
}

function ContentFields({ form, campaign, disabled }: Props) {
  const writing = useWatch({ control: form.control, name: "writing" });
  const confirm = useConfirm();
  const choose = async (next: Writing) => {
    const givesUp = next === "source" && writing === "design" && campaign.blocks !== null;
    const sure =
      !givesUp ||
      (await confirm({
        title: "Write HTML by hand",
        text: "Your HTML takes the place of the design. The design can't be brought back.",
        confirm: "Write by hand",
        danger: true,
      }));
    if (sure) form.setValue("writing", next, { shouldDirty: true });
  };
  return (
    <>
      <WritingChoice value={writing} onChange={(next) => void choose(next)} />
      {writing === "design" ? (
        <DesignPanel campaign={campaign} />
      ) : (
        <>
          <HtmlCode form={form} newsletterId={campaign.newsletter_id} disabled={disabled} />
          <TextField
            form={form}
            rows={5}
            className="field-sizing-content min-h-32 pr-10"
            tags={(id) => (
              <InsertTag
                newsletterId={campaign.newsletter_id}
                onInsert={(tag) => typeInto(id, tag)}
                className="absolute top-1 right-1"
              />
            )}
          />
        </>
      )}
    </>
  );
}

/** The email itself. */
export function MessageFields(props: Props) {
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-6">
      <InboxFields {...props} />
      <ContentFields {...props} />
    </div>
  );
}
