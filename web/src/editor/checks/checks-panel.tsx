import { CircleCheck, CircleX, Lightbulb, type LucideIcon, TriangleAlert } from "lucide-react";
import { flushSync } from "react-dom";
import type { Finding } from "@/email";
import { cn } from "@/lib/cn";
import { countOf } from "@/lib/format";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Loading, Skeleton } from "@/ui/surface";
import { blockExcerpt, blockNames, type Editor, findEntry, useEditor } from "../state";
import { say } from "../words";
import { sizeInWords } from "./size";
import { useReport } from "./use-report";

const severities: { key: Finding["severity"]; title: string; unit: string; Icon: LucideIcon; color: string }[] = [
  { key: "error", title: say.errors, unit: "error", Icon: CircleX, color: "text-red" },
  { key: "warning", title: say.warnings, unit: "warning", Icon: TriangleAlert, color: "text-yellow" },
  { key: "hint", title: say.hints, unit: "hint", Icon: Lightbulb, color: "text-blue" },
];

/** What would trouble readers, worst first, and what can be put right with one click. */
export default function ChecksPanel() {
  const report = useReport();
  if (!report) {
    return (
      <Loading text={say.checkingTheMail}>
        <Skeleton className="h-16" />
      </Loading>
    );
  }
  const { findings, bytes } = report;
  return (
    <>
      <p role="status" className="sr-only">
        {summary(findings)}
      </p>
      {findings.length === 0 ? <AllClear /> : null}
      {severities.map(({ key, title, Icon, color }) => {
        const own = findings.filter(({ severity }) => severity === key);
        if (own.length === 0) return null;
        return (
          <section key={key} aria-label={title} className="mb-6">
            <h3 className={cn("mb-2 flex items-center gap-1.5 text-12 font-medium", color)}>
              <Icon aria-hidden="true" className="size-4" />
              {title}
              <span className="figures text-muted">{own.length}</span>
            </h3>
            <ul className="grid gap-2">
              {own.map((finding, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same rule may find the same block twice
                <FindingLine key={`${finding.rule} ${finding.blockId} ${at}`} finding={finding} />
              ))}
            </ul>
          </section>
        );
      })}
      <p className="text-12 text-muted">{sizeInWords(bytes)}.</p>
    </>
  );
}

function summary(findings: Finding[]): string {
  if (findings.length === 0) return say.allClear;
  return severities
    .map(({ key, unit }) => [findings.filter(({ severity }) => severity === key).length, unit] as const)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => countOf(count, unit))
    .join(", ");
}

function AllClear() {
  return (
    <div className="mb-6 flex gap-2.5 rounded-card border border-line p-3">
      <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green" />
      <div>
        <p className="font-medium">{say.allClear}</p>
        <p className="mt-0.5 text-13 text-muted">{say.picturesLinksHeadingsColorsAnd}</p>
      </div>
    </div>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  const editor = useEditor();
  const { message, blockId, field, fix } = finding;
  const block = blockId === null ? null : findEntry(editor.getState().document.blocks, blockId)?.block;
  const excerpt = block ? blockExcerpt(block, 32) : "";
  const shown = block ? `${blockNames[block.type]}${excerpt ? ` “${excerpt}”` : ""}` : null;
  const isField = field === "subject" || field === "preheader" || field === "name";
  return (
    <li className="rounded-card border border-line p-3">
      {shown ? <p className="mb-0.5 truncate text-12 text-muted">{shown}</p> : null}
      <p className="text-13">{message}</p>
      {block || isField || fix ? (
        <div className="mt-2 flex flex-wrap gap-2">
          {block ? (
            <Button size="small" onClick={() => jumpTo(editor, block.id)} aria-label={say.showShown(shown)}>
              {say.show}
            </Button>
          ) : null}
          {!block && isField ? (
            <Button
              size="small"
              onClick={() => document.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()}
            >
              {say.show}
            </Button>
          ) : null}
          {fix ? (
            <Button size="small" onClick={() => applyFix(editor, finding)}>
              {fix.label}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

/** To the block, wherever the canvas is. */
export function jumpTo(editor: Editor, id: string) {
  flushSync(() => editor.dispatch({ type: "select", id }));
  const blocks = Array.from(document.querySelectorAll<HTMLElement>("[data-block-id]"));
  const block = blocks.find(({ dataset }) => dataset.blockId === id);
  const item = block?.querySelector<HTMLElement>(':scope > [role="treeitem"]') ?? block;
  item?.focus({ preventScroll: true });
  block?.scrollIntoView({ block: "center" });
}

/** One step of the history. */
export function applyFix(editor: Editor, { fix }: Finding) {
  if (!fix) return;
  const { document } = editor.getState();
  editor.dispatch({ type: "replace", document: fix.apply(document), label: fix.label });
  if (editor.getState().document !== document) notify(fix.label, say.undoTakesItBack);
}
