import { type UseFormReturn, useWatch } from "react-hook-form";
import { useLocation } from "react-router";
import type { Campaign } from "@/api/campaigns";
import { useSubscribers } from "@/api/subscribers";
import { lazyCode } from "@/lib/code";
import type { BEGIN } from "@/lib/paths";
import { Field, Input } from "@/ui/field";
import { Skeleton } from "@/ui/surface";
import { TextField } from "../campaign-fields";
import { AbVariants } from "../edit/ab-variants";
import type { CampaignForm } from "../schema";
import { HtmlCode } from "./html/html-field";
import { InsertTag, typeInto } from "./insert-tag";
import { lengthOf, longestFor, previewHint, subjectHint } from "./lengths";
import { ModeChoice } from "./mode-choice";
import { useMode } from "./use-mode";
import type { WritingState } from "./use-writing";
import { say } from "./words";

const ProseEditor = lazyCode(
  () => import("./prose/prose-editor"),
  () => <Skeleton className="h-[56dvh]" />,
);
const BringHtml = lazyCode(() => import("./bring-html"));

interface Props {
  form: UseFormReturn<CampaignForm>;
  campaign: Campaign;
  /** It can be read and copied, and no more. */
  disabled: boolean;
}

/** As many names as tell how long a name is on this list. */
const ENOUGH = 100;

/** Some of those who may get it, once something of theirs is in the text. */
function usePeople(newsletterId: number, needed: boolean) {
  const { data } = useSubscribers(
    needed ? { newsletter_id: String(newsletterId), status: "active", limit: ENOUGH } : null,
  );
  return needed ? (data?.rows ?? []) : [];
}

/** What stands in an inbox, and how much of it. */
function InboxFields({ form, campaign: { newsletter_id, newsletter_name } }: Omit<Props, "disabled">) {
  const [subject, preheader] = useWatch({ control: form.control, name: ["subject", "preheader"] });
  const { errors } = form.formState;
  const people = usePeople(newsletter_id, `${subject}${preheader}`.includes("{{"));
  const longest = (text: string) => longestFor(text, newsletter_name, text.includes("{{") ? people : []);
  const seen = (text: string) => lengthOf(longest(text));
  // Whoever has the longest name is named, where it makes a difference.
  const such = people.length > 1 && subject.includes("{{") ? ` ${say.longest(longest(subject))}` : "";
  return (
    <>
      <Field label={say.subjectLine} error={errors.subject?.message} hint={`${subjectHint(seen(subject))}${such}`}>
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
        label={say.previewText}
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

/** Where one writes by hand. */
function SourceFields({ form, campaign, disabled }: Props) {
  return (
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
  );
}

function ContentFields({ writing: state, disabled }: { writing: WritingState; disabled: boolean }) {
  const { form, pen, saver, campaign } = state;
  const writing = useWatch({ control: form.control, name: "writing" });
  const { choose, asked, bring, stay } = useMode(state);
  const arrived = useLocation().state as Partial<typeof BEGIN> | null;
  const error = form.formState.errors.design?.message;
  const byHand = writing === "source";
  return (
    <>
      <ModeChoice value={byHand ? "source" : "write"} onChange={choose} />
      {byHand ? (
        <SourceFields form={form} campaign={campaign} disabled={disabled} />
      ) : (
        <div className="min-w-0">
          <ProseEditor
            form={form}
            pen={pen}
            onChange={() => saver.touch()}
            disabled={disabled}
            begin={arrived?.begin === true}
            onDesign={() => choose("design")}
          />
          {error ? (
            <p role="alert" className="text-12 text-red">
              {error}
            </p>
          ) : null}
        </div>
      )}
      {asked ? (
        <BringHtml
          html={form.getValues("html_content")}
          text={form.getValues("text_content")}
          onBring={bring}
          onClose={stay}
        />
      ) : null}
    </>
  );
}

/** The email itself. */
export function MessageFields({ writing, disabled }: { writing: WritingState; disabled: boolean }) {
  const { form, campaign } = writing;
  const tested = useWatch({ control: form.control, name: "ab.on" });
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-6">
      <InboxFields form={form} campaign={campaign} />
      {tested ? <AbVariants form={form} /> : null}
      <ContentFields writing={writing} disabled={disabled} />
    </div>
  );
}
