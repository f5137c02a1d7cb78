import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { useIdempotencyKey } from "@/api/forms";
import { useAuthor } from "@/api/session";
import {
  createTemplate,
  getTemplate,
  getVersion,
  listVersions,
  type NewTemplate,
  restoreVersion,
  type Template,
  updateTemplate,
} from "@/api/templates";
import { type EditorHost, EditorSession, newSlot } from "@/editor";
import { starters } from "@/email";
import { blankDocument } from "@/email/factory";
import type { EmailDocument } from "@/email/types";
import { useTitle } from "@/lib/hooks";
import { notify } from "@/lib/notify";
import { documentOf, keptOf, templateOf } from "@/workbench/document";
import { useHost } from "@/workbench/host";
import { WorkbenchLoading } from "@/workbench/loading";
import { outcomeOf } from "@/workbench/outcome";
import { say } from "./words";

interface Props {
  /** Sends a template to a few addresses, which it asks for. */
  Test: (props: { template: { id: number; name: string }; onClose: () => void }) => ReactNode;
}

interface Loaded {
  template: Template | null;
  document: EmailDocument;
}

/** A blank mail, or a starter that the address asks for. */
async function blank(starter: string | null): Promise<EmailDocument> {
  const found = starter ? (await starters(location.origin)).find(({ id }) => id === starter) : undefined;
  return found ? found.document : blankDocument();
}

/** What the address names; a template that cannot be read leads back to the list. */
function useTemplateAt(id: string | undefined, starter: string | null, attempt: number) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads anew
  useEffect(() => {
    let isCurrent = true;
    setLoaded(null);
    const load = async (): Promise<Loaded> => {
      if (id === undefined || id === "new") return { template: null, document: await blank(starter) };
      const template = await getTemplate(Number(id));
      return { template, document: documentOf(template) };
    };
    load().then(
      (next) => isCurrent && setLoaded(next),
      (error: unknown) => {
        if (!isCurrent) return;
        console.error("Failed to load template", error);
        void navigate("/templates", { replace: true });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [id, starter, attempt, navigate]);
  return loaded;
}

const editPath = ({ id }: Template) => `/templates/${id}/edit`;

/** Saves of one template. One that was new becomes that template; a lost answer makes no second one. */
function useSaves(template: Template | null) {
  const id = useRef(template?.id ?? null);
  /** The template that a new one became, once its author knows. */
  const [made, setMade] = useState<Template | null>(null);
  const latest = useRef<Template | null>(null);
  const key = useIdempotencyKey();
  const create = async (body: NewTemplate) => {
    try {
      const made = await createTemplate(body, key.keyFor(body));
      key.settled();
      return made;
    } catch (error) {
      key.settled(error);
      throw error;
    }
  };
  return {
    save: async (document: EmailDocument, html: string, revision: number | null) => {
      const body = templateOf(document, html);
      if (id.current !== null) return await updateTemplate(id.current, { ...body, revision });
      latest.current = await create(body);
      id.current = latest.current.id;
      return latest.current;
    },
    made,
    adopt: () => {
      if (!latest.current || made) return;
      setMade(latest.current);
      // A reload finds it there. The router would begin the page anew, and with it all that can be undone.
      history.replaceState(history.state, "", editPath(latest.current));
    },
    create,
    read: async () => await getTemplate(id.current ?? 0),
  };
}

/** The saves that are kept of a template. */
function versionsOf(template: Template, reload: () => void): NonNullable<EditorHost["versions"]> {
  return {
    list: async () =>
      (await listVersions(template.id)).map((save, index) => ({
        revision: save.revision,
        savedAt: save.created_at,
        name: save.name,
        subject: save.subject,
        blockCount: save.block_count,
        current: index === 0,
      })),
    get: async (revision) => documentOf(await getVersion(template.id, revision)),
    restore: async (revision) => {
      const [present] = await listVersions(template.id);
      await restoreVersion(template.id, revision, present?.revision ?? template.revision);
      reload();
    },
  };
}

interface SessionProps extends Loaded, Props {
  reload: () => void;
}

function TemplateSession({ template: opened, document, reload: reopen, Test }: SessionProps) {
  const navigate = useNavigate();
  const authorId = useAuthor()?.id ?? 0;
  const { save, create, read, made, adopt } = useSaves(opened);
  const template = opened ?? made;
  const reload = useCallback(
    () => (made ? void navigate(editPath(made), { replace: true }) : reopen()),
    [made, navigate, reopen],
  );
  const base = useHost(authorId);
  const slots = `letterpress-draft-${authorId}-template-new`;
  const slot = useMemo(() => newSlot(slots), [slots]);
  const [testing, setTesting] = useState(false);
  const host = useMemo(
    () => (template ? { ...base, versions: versionsOf(template, reload), test: () => setTesting(true) } : base),
    [base, template, reload],
  );
  return (
    <>
      <EditorSession
        mode="template"
        {...(template
          ? { draftKey: `letterpress-draft-${authorId}-template-${template.id}` }
          : { draftKey: slot, draftSlots: slots })}
        document={document}
        revision={template?.revision ?? null}
        savedAt={template?.updated_at ?? null}
        host={host}
        failure={say.failedToSaveTemplate}
        save={(mail, html, _text, revision) => outcomeOf(() => save(mail, html, revision))}
        saveCopy={(mail, html) => outcomeOf(() => create(templateOf(mail, html)))}
        readNewer={async () => keptOf(await read())}
        reload={reload}
        onSaved={() => {
          adopt();
          notify(say.templateSavedSuccessfully);
        }}
        onBack={() => void navigate("/templates")}
      />
      {testing && template ? <Test template={template} onClose={() => setTesting(false)} /> : null}
    </>
  );
}

export default function EditorPage({ Test }: Props) {
  const { id } = useParams();
  const [params] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  const loaded = useTemplateAt(id, params.get("starter"), attempt);
  const reload = useCallback(() => setAttempt((now) => now + 1), []);
  useTitle(loaded?.template?.name ?? say.newTemplate);
  if (!loaded) return <WorkbenchLoading text={say.loadingTemplate} />;
  return <TemplateSession key={`${loaded.template?.id ?? "new"}-${attempt}`} {...loaded} reload={reload} Test={Test} />;
}
