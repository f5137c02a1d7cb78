import { z } from "zod";
import type { AbTest, AbVariant } from "@/api/campaigns";
import { say } from "./words";

export const MOST_VARIANTS = 4;
const LETTERS = "ABCD";
const LONGEST_HOURS = 14 * 24;
const SHORTEST_MINUTES = 5;

/** What one variant says otherwise than the campaign; empty where it says the same. */
const variant = z.object({
  subject: z.string().trim(),
  preheader: z.string().trim(),
  from_name: z.string().trim(),
  html_content: z.string(),
  text_content: z.string(),
});

const shape = z.object({
  on: z.boolean(),
  subject: z.boolean(),
  from_name: z.boolean(),
  content: z.boolean(),
  sample_percent: z.string(),
  wait_hours: z.string(),
  metric: z.enum(["opens", "clicks"]),
  /** B, C and D; A is the campaign itself. */
  variants: z.array(variant),
});

type AbForm = z.infer<typeof shape>;
type VariantForm = z.infer<typeof variant>;

export const emptyVariant = (): VariantForm => ({
  subject: "",
  preheader: "",
  from_name: "",
  html_content: "",
  text_content: "",
});

export const letterOf = (index: number) => LETTERS[index] ?? String(index + 1);

/** What of a variant counts: only what the test is about. */
function said(form: AbForm, { subject, preheader, from_name, html_content, text_content }: VariantForm) {
  const only = (on: boolean, text: string) => (on && text.trim() !== "" ? text : null);
  return {
    subject: only(form.subject, subject),
    from_name: only(form.from_name, from_name),
    preheader: only(form.subject, preheader),
    html_content: only(form.content, html_content),
    text_content: only(form.content, text_content),
  };
}

function problems(form: AbForm): [PropertyKey[], string][] {
  if (!form.on) return [];
  const found: [PropertyKey[], string][] = [];
  const percent = Number(form.sample_percent);
  if (!Number.isInteger(percent) || percent < 1 || percent > 100)
    found.push([["sample_percent"], say.aWholeNumberFrom1]);
  const hours = Number(form.wait_hours);
  if (form.wait_hours.trim() === "" || !(hours * 60 >= SHORTEST_MINUTES && hours <= LONGEST_HOURS))
    found.push([["wait_hours"], say.from01HoursTo]);
  if (!form.subject && !form.from_name && !form.content) found.push([["subject"], say.chooseWhatDiffers]);
  else
    for (const [index, one] of form.variants.entries())
      if (Object.values(said(form, one)).every((text) => text === null))
        found.push([["variants", index, firstField(form)], say.writeWhatIndexSaysOtherwise(letterOf(index + 1))]);
  return found;
}

const firstField = (form: AbForm): keyof VariantForm =>
  form.subject ? "subject" : form.from_name ? "from_name" : "html_content";

export const abSchema = shape.superRefine((form, context) => {
  for (const [path, message] of problems(form)) context.addIssue({ code: "custom", path, message });
});

export function abFormOf(test: AbTest | null): AbForm {
  const others = test?.variants.slice(1) ?? [];
  const uses = (...fields: (keyof AbVariant)[]) => others.some((one) => fields.some((field) => one[field] !== null));
  const fromName = uses("from_name");
  const content = uses("html_content", "text_content");
  return {
    on: test !== null,
    subject: uses("subject", "preheader") || !(fromName || content),
    from_name: fromName,
    content,
    sample_percent: String(test?.sample_percent ?? 20),
    wait_hours: String(test ? Number((test.wait_minutes / 60).toFixed(2)) : 4),
    metric: test?.metric ?? "opens",
    variants:
      others.length === 0
        ? [emptyVariant()]
        : others.map((one) => ({
            subject: one.subject ?? "",
            preheader: one.preheader ?? "",
            from_name: one.from_name ?? "",
            html_content: one.html_content ?? "",
            text_content: one.text_content ?? "",
          })),
  };
}

const same: Omit<AbVariant, "name"> = {
  subject: null,
  from_name: null,
  preheader: null,
  html_content: null,
  text_content: null,
};

export function abTestOf(form: AbForm, before: AbTest | null): AbTest | null {
  if (!form.on) return null;
  const first = before?.variants[0] ?? { name: "A", ...same };
  return {
    sample_percent: Number(form.sample_percent),
    wait_minutes: Math.round(Number(form.wait_hours) * 60),
    metric: form.metric,
    variants: [first, ...form.variants.map((one, index) => ({ name: letterOf(index + 1), ...said(form, one) }))],
  };
}

/** The server's name of a field, in the words of this form: ab_test.variants[1].subject is B's. */
export function ourAbField(field: string): string {
  return field
    .replace(/^ab_test/, "ab")
    .replace("wait_minutes", "wait_hours")
    .replace(/variants\[(\d+)\]/, (_, at: string) => `variants.${Number(at) - 1}`);
}
