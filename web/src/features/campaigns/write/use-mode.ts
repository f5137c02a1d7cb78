import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "@/api/problem";
import { offerUndo, warn } from "@/lib/notify";
import { designPath } from "@/lib/paths";
import { complete } from "./complete";
import { type Design, designText, readDesign } from "./design";
import { inLines } from "./html/lines";
import type { Mode } from "./mode-choice";
import type { WritingState } from "./use-writing";
import { say } from "./words";
import type { Written } from "./written";

interface Source {
  html_content: string;
  text_content: string;
}

const isBlank = ({ html_content, text_content }: Source) => `${html_content}${text_content}`.trim() === "";

/** The way between writing, HTML and the design; nothing that was written in one is lost on the way. */
export function useMode({ form, valuesOf, campaign }: WritingState) {
  const navigate = useNavigate();
  /** Where its author wants to go, until it is known what becomes of their HTML. */
  const [asked, setAsked] = useState<Exclude<Mode, "source"> | null>(null);
  /** The HTML as it was made from the design, and that design. */
  const made = useRef<Source | null>(null);
  const sourceOf = (): Source => form.getValues();

  const put = (writing: "write" | "source", source: Source, design: string | undefined) => {
    form.setValue("html_content", source.html_content);
    form.setValue("text_content", source.text_content);
    form.setValue("design", design ?? "");
    form.setValue("writing", writing, { shouldDirty: true });
  };
  const open = () => void navigate(designPath(campaign.newsletter_id, campaign.id));

  /** Writes on by hand what the design has become. */
  const toSource = async () => {
    const { design } = valuesOf();
    const { blocks, theme } = readDesign(design) ?? { blocks: [], theme: null };
    const rendered = await complete({ blocks: blocks as Written["blocks"], theme }, campaign);
    const source = { html_content: inLines(rendered.html_content ?? ""), text_content: rendered.text_content ?? "" };
    made.current = source;
    put("source", source, design);
    if (blocks.length > 0) offerUndo(say.yourHTMLTakesThePlace, () => put("write", sourceOf(), design));
  };

  const toDesign = (mode: "write" | "design") => {
    const source = sourceOf();
    const { html_content, text_content } = made.current ?? {};
    const isMade = source.html_content === html_content && source.text_content === text_content;
    if (!isMade && !isBlank(source)) return setAsked(mode);
    form.setValue("writing", "write", { shouldDirty: true });
    if (mode === "design") open();
  };

  const choose = (next: Mode) => {
    const { writing } = form.getValues();
    if (next === writing) return;
    if (next === "source") toSource().catch((error: unknown) => warn(messageOf(error)));
    else if (writing === "source") toDesign(next);
    else open();
  };

  /** What its author wants to write on with in place of their HTML. */
  const bring = (design: Design) => {
    const source = { ...sourceOf() };
    const before = form.getValues("design");
    put("write", source, designText(design));
    offerUndo(say.yourHTMLIsNowText, () => put("source", source, before));
    if (asked === "design") open();
    setAsked(null);
  };

  return { choose, asked, bring, stay: () => setAsked(null) };
}
