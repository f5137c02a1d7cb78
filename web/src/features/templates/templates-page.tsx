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
import { say } from "./words";

const grid = "grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(260px,1fr))]";
const TYPING_MS = 250;

function FromScratch() {
  return (
    <Link
      to="/templates/new"
      className="group flex min-h-52 flex-col items-center justify-center rounded-card border-2 border-line-strong border-dashed p-6 text-center transition-colors duration-150 hover:border-accent"
    >
      <Plus aria-hidden="true" className="mb-3 size-7 text-muted group-hover:text-accent" strokeWidth={1.5} />
      <span className="font-medium font-serif text-lg">{say.startFromScratch}</span>
      <span className="mt-1 text-13 text-muted">{say.aBlankEmail}</span>
    </Link>
  );
}

export default function TemplatesPage() {
  const [typed, setTyped] = useState("");
  const query = useDebounced(typed.trim(), TYPING_MS);
  const list = useTemplates(query);
  const navigate = useNavigate();
  const { duplicate, remove } = useTemplateActions(list.reload);
  useTitle(say.templates);
  useShortcuts({ n: () => void navigate("/templates/new") });
  useEffect(() => {
    if (list.error) console.error("Failed to load templates", list.error);
  }, [list.error]);

  const none = list.templates?.length === 0;
  return (
    <>
      <PageHeader title={say.emailTemplates} lead={say.designsYouCanReuse}>
        <Button asChild look="accent">
          <Link to="/templates/new">
            <Plus />
            {say.createTemplate}
          </Link>
        </Button>
      </PageHeader>
      <Section
        id="email-templates"
        title={say.yourTemplates}
        className="mt-8"
        actions={
          <search className="w-full sm:w-72">
            <SearchInput
              aria-label={say.searchTemplates}
              placeholder={say.searchByNameOrSubject}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </search>
        }
      >
        {list.error ? (
          <div className="mb-4">
            <Retry onRetry={list.reload}>{say.failedToLoadTemplatesMessage(list.error.message)}</Retry>
          </div>
        ) : null}
        {list.isLoading ? (
          <Loading text={say.loadingTemplates}>
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
          <Empty drawing="magnifier" title={say.noTemplatesMatchYourSearch} text={say.nothingIsCalledQuery(query)} />
        ) : null}
        {list.more ? (
          <div className="mt-6 flex justify-center">
            <Button onClick={list.more} disabled={list.isReading}>
              {list.isReading ? say.loadingTemplates : say.showMore}
            </Button>
          </div>
        ) : null}
      </Section>
      {list.templates && query === "" ? <Starters wide={none} /> : null}
      {/* When it is known how far the list reaches, so that nothing moves. */}
      {list.isLoading ? null : (
        <Section id="template-editor" title={say.templateEditor} description={say.buildAnEmailFromBlocks}>
          <Button asChild>
            <Link to="/templates/new">
              <PencilRuler />
              {say.openTheEditor}
            </Link>
          </Button>
        </Section>
      )}
    </>
  );
}
