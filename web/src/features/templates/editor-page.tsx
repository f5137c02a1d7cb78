import { useCallback, useEffect, useMemo, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { newIdempotencyKey } from "@/api/calls";
import {
  createTemplate,
  getTemplate,
  getVersion,
  listVersions,
  restoreVersion,
  type Template,
  updateTemplate,
} from "@/api/templates";
import { useAuthor } from "@/api/use-author";
import { EditorSession } from "@/editor";
import { starters } from "@/email";
import { blankDocument } from "@/email/factory";
import type { EmailDocument } from "@/email/types";
import { useTitle } from "@/lib/hooks";
import { notify } from "@/lib/notify";
import { documentOf, templateOf } from "@/workbench/document";
import { editorHost } from "@/workbench/host";
import { WorkbenchLoading } from "@/workbench/loading";
import { outcomeOf } from "@/workbench/outcome";

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

export default function EditorPage() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  const loaded = useTemplateAt(id, params.get("starter"), attempt);
  const navigate = useNavigate();
  const author = useAuthor();
  const authorId = author?.id ?? 0;
  const template = loaded?.template ?? null;
  useTitle(template?.name ?? "New template");
  const reload = useCallback(() => setAttempt((now) => now + 1), []);

  const host = useMemo(() => {
    const base = editorHost(authorId);
    if (!template) return base;
    return {
      ...base,
      versions: {
        list: async () =>
          (await listVersions(template.id)).map((save, index) => ({
            revision: save.revision,
            savedAt: save.created_at,
            name: save.name,
            subject: save.subject,
            blockCount: save.block_count,
            current: index === 0,
          })),
        get: async (revision: number) => documentOf(await getVersion(template.id, revision)),
        restore: async (revision: number) => {
          const [present] = await listVersions(template.id);
          await restoreVersion(template.id, revision, present?.revision ?? template.revision);
          reload();
        },
      },
    };
  }, [authorId, template, reload]);

  if (!loaded) return <WorkbenchLoading text="Loading template..." />;
  return (
    <EditorSession
      key={`${template?.id ?? "new"}-${attempt}`}
      mode="template"
      draftKey={`letterpress-draft-${authorId}-template-${template?.id ?? "new"}`}
      document={loaded.document}
      revision={template?.revision ?? null}
      savedAt={template?.updated_at ?? null}
      host={host}
      failure="Failed to save template"
      save={(document, html, _text, revision) =>
        outcomeOf(() =>
          template
            ? updateTemplate(template.id, { ...templateOf(document, html), revision })
            : createTemplate(templateOf(document, html), newIdempotencyKey()),
        )
      }
      saveCopy={(document, html) => outcomeOf(() => createTemplate(templateOf(document, html), newIdempotencyKey()))}
      readNewer={async () => documentOf(await getTemplate(template?.id ?? 0))}
      reload={reload}
      onSaved={() => {
        notify("Template saved successfully!");
        void navigate("/templates");
      }}
      onBack={() => void navigate("/templates")}
    />
  );
}
