import { z } from "zod";
import type { CreateSubscriber, Subscriber, UpdateSubscriber } from "@/api/subscribers";
import { say } from "./words";

const email = z.email(say.enterAnEmailAddressSuch);
const name = z.string().trim();

export const addSchema = z.object({
  newsletter_id: z.string().min(1, say.chooseANewsletter),
  email,
  first_name: name,
  last_name: name,
});
export type AddForm = z.infer<typeof addSchema>;

export const editSchema = z.object({
  email,
  first_name: name,
  last_name: name,
  tags: z.string(),
  attributes: z.string(),
});
export type EditForm = z.infer<typeof editSchema>;

export function addPayload(form: AddForm): CreateSubscriber {
  return {
    email: form.email,
    ...(form.first_name === "" ? {} : { first_name: form.first_name }),
    ...(form.last_name === "" ? {} : { last_name: form.last_name }),
  };
}

type Attributes = Subscriber["attributes"];

export function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([key, value]) => `${key}: ${value ?? ""}`)
    .join("\n");
}

/** A value that was a number or yes/no stays one as long as it still reads like one. */
function sameKind(text: string, before: Attributes[string] | undefined): Attributes[string] {
  if (before === null && text === "") return null;
  if (typeof before === "number" && text !== "" && Number.isFinite(Number(text))) return Number(text);
  if (typeof before === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

export function parseAttributes(text: string, before: Attributes): Attributes {
  const found: Attributes = {};
  for (const line of text.split("\n")) {
    const colon = line.indexOf(":");
    const key = (colon < 0 ? line : line.slice(0, colon)).trim();
    if (key !== "") found[key] = sameKind(colon < 0 ? "" : line.slice(colon + 1).trim(), before[key]);
  }
  return found;
}

export const parseTags = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

export function editForm(subscriber: Subscriber): EditForm {
  return {
    email: subscriber.email,
    first_name: subscriber.first_name ?? "",
    last_name: subscriber.last_name ?? "",
    tags: subscriber.tags.join(", "),
    attributes: attributesText(subscriber.attributes),
  };
}

/** Only what was changed is sent, so that two people editing one reader don't undo each other. */
export function editPayload(form: EditForm, before: Subscriber): UpdateSubscriber {
  const was = editForm(before);
  return {
    ...(form.email === was.email ? {} : { email: form.email }),
    ...(form.first_name === was.first_name ? {} : { first_name: form.first_name || null }),
    ...(form.last_name === was.last_name ? {} : { last_name: form.last_name || null }),
    ...(form.tags === was.tags ? {} : { tags: parseTags(form.tags) }),
    ...(form.attributes === was.attributes ? {} : { attributes: parseAttributes(form.attributes, before.attributes) }),
  };
}
