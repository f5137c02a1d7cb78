import { byteLength, bytesByBlock, checkDocument, type Finding, renderDocument } from "@/email";
import type { EmailDocument } from "@/email/types";
import { whenIdle } from "@/lib/idle";
import type { Editor } from "../state";

/** What is to be said about a mail. */
export interface Report {
  document: EmailDocument;
  html: string;
  bytes: number;
  byBlock: Map<string, number>;
  findings: Finding[];
}

/** How long nothing may have changed before the mail is looked at, in ms. */
const QUIET_MS = 250;

export function makeReport(document: EmailDocument): Report {
  const html = renderDocument(document);
  return {
    document,
    html,
    bytes: byteLength(html),
    byBlock: bytesByBlock(document),
    findings: checkDocument(document, html),
  };
}

export interface ReportStore {
  get(): Report | null;
  subscribe(listener: () => void): () => void;
}

const nothing = () => undefined;

/** Looks at the mail when the author pauses and the browser has time; only while somebody wants to know. */
function createReports(editor: Editor): ReportStore {
  const listeners = new Set<() => void>();
  let report: Report | null = null;
  let cancel: () => void = nothing;

  const look = () => {
    const { document } = editor.getState();
    if (report?.document === document) return;
    report = makeReport(document);
    for (const listener of listeners) listener();
  };
  const later = (quiet: number) => {
    cancel();
    if (report?.document === editor.getState().document) return;
    let stopIdle: () => void = nothing;
    const timer = setTimeout(() => {
      stopIdle = whenIdle(look);
    }, quiet);
    cancel = () => {
      clearTimeout(timer);
      stopIdle();
    };
  };
  let leave: () => void = nothing;
  return {
    get: () => report,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        leave = editor.subscribe(() => later(QUIET_MS));
        later(0);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        leave();
        cancel();
      };
    },
  };
}

const stores = new WeakMap<Editor, ReportStore>();

/** One report for the meter, the panel and the properties. */
export function reportsOf(editor: Editor): ReportStore {
  const known = stores.get(editor);
  if (known) return known;
  const store = createReports(editor);
  stores.set(editor, store);
  return store;
}
