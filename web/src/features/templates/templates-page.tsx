import { PencilRuler, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useTemplates } from "@/api/templates";
import { useDebounced, useTitle } from "@/lib/hooks";
import { useShortcuts } from "@/lib/shortcuts";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Retry } from "@/ui/retry";
import { SearchInput } from "@/ui/search-input";
import { Card, Loading, PageHeader, Section } from "@/ui/surface";
import { useTemplateActions } from "./actions";
import { Starters } from "./starters";
import { TemplateCard } from "./template-card";

const grid = "grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(260px,1fr))]";
const TYPING_MS = 250;

function FromScratch() {
  return (
    <Link
      to="/templates/new"
      className="group flex min-h-52 flex-col items-center justify-center rounded-card border-2 border-line-strong border-dashed p-6 text-center transition-colors duration-150 hover:border-accent"
    >
      <Plus aria-hidden="true" className="mb-3 size-7 text-muted group-hover:text-accent" strokeWidth={1.5} />
      <span className="font-medium font-serif text-lg">Start from Scratch</span>
      <span className="mt-1 text-13 text-muted">A blank email</span>
    </Link>
  );
}

export default function TemplatesPage() {
  const [typed, setTyped] = useState("");
  const query = useDebounced(typed.trim(), TYPING_MS);
  const list = useTemplates(query);
  const navigate = useNavigate();
  const { duplicate, remove } = useTemplateActions(list.reload);
  useTitle("Templates");
  useShortcuts({ n: () => void navigate("/templates/new") });
  useEffect(() => {
    if (list.error) console.error("Failed to load templates", list.error);
  }, [list.error]);

  const none = list.templates?.length === 0;
  return (
    <>
      <PageHeader title="Email Templates" lead="Designs you can reuse.">
        <Button asChild look="accent">
          <Link to="/templates/new">
            <Plus />
            Create Template
          </Link>
        </Button>
      </PageHeader>
      <Section
        id="email-templates"
        title="Your templates"
        className="mt-8"
        actions={
          <search className="w-full sm:w-72">
            <SearchInput
              aria-label="Search templates"
              placeholder="Search by name or subject..."
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </search>
        }
      >
        {list.error ? (
          <div className="mb-4">
            <Retry onRetry={list.reload}>Failed to load templates: {list.error.message}</Retry>
          </div>
        ) : null}
        {list.isLoading ? (
          <Loading text="Loading templates...">
            <div className={grid}>
              {["a", "b", "c"].map((key) => (
                <Card key={key} className="h-[348px] animate-breathe" />
              ))}
            </div>
          </Loading>
        ) : (
          <div className={grid}>
            {query === "" ? <FromScratch /> : null}
            {list.templates?.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                onDuplicate={() => void duplicate(template)}
                onDelete={() => void remove(template)}
                onCampaign={() => void navigate(`/campaigns?template=${template.id}#create-campaign`)}
              />
            ))}
          </div>
        )}
        {none && query !== "" ? (
          <Empty drawing="magnifier" title="No templates match your search" text={`Nothing is called “${query}”.`} />
        ) : null}
        {list.more ? (
          <div className="mt-6 flex justify-center">
            <Button onClick={list.more} disabled={list.isReading}>
              {list.isReading ? "Loading templates..." : "Show more"}
            </Button>
          </div>
        ) : null}
      </Section>
      {list.templates && query === "" ? <Starters wide={none} /> : null}
      <Section
        id="template-editor"
        title="Template Editor"
        description="Build an email from blocks. Drag or click to add them, and type to change them."
      >
        <Button asChild>
          <Link to="/templates/new">
            <PencilRuler />
            Open the editor
          </Link>
        </Button>
      </Section>
    </>
  );
}
