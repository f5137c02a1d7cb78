import type { Extensions } from "@tiptap/core";
import { Gapcursor } from "@tiptap/extensions/gap-cursor";
import { inlineExtensions, type TextEvents, textTraits } from "@/editor/richtext/extensions";
import { Behaviour, type BehaviourOptions } from "./behaviour";
import { BlockIds, MailDocument, mailTextNodes, Part } from "./nodes";

/** What an email is written with. */
export const proseExtensions = (events: TextEvents, behaviour: BehaviourOptions, part = Part): Extensions => [
  MailDocument,
  part,
  ...mailTextNodes,
  ...textTraits,
  BlockIds,
  Behaviour.configure(behaviour),
  Gapcursor,
  ...inlineExtensions("rich", events),
];
