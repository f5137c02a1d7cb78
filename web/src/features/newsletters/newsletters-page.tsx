import { Plus } from "lucide-react";
import { useState } from "react";
import { type Newsletter, useNewsletters } from "@/api/newsletters";
import { messageOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { useFilter, useHash, useTitle } from "@/lib/hooks";
import { useShortcuts } from "@/lib/shortcuts";
import { Button } from "@/ui/button";
import { KeptDrafts } from "@/ui/draft-dialog";
import { Empty } from "@/ui/empty";
import { Retry } from "@/ui/retry";
import { Loading, PageHeader, Section } from "@/ui/surface";
import { NewsletterCard, NewsletterSkeletons } from "./newsletter-card";
import { NEWSLETTER, NewsletterDialog } from "./newsletter-dialog";
import { SettingsBlock } from "./settings-block";

type Editing = { newsletter: Newsletter | null; draft: string | null } | null;

const grid = "grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(320px,1fr))]";

export default function NewslettersPage() {
  const { data, error, isLoading, mutate } = useNewsletters();
  const [editing, setEditing] = useState<Editing>(null);
  const [edit, setEdit] = useFilter("edit");
  const create = () => setEditing({ newsletter: null, draft: null });
  useTitle("Newsletters");
  useShortcuts({ n: create });
  useHash("create-newsletter", create);
  // A link can ask for the form of one newsletter.
  const asked = data?.find((newsletter) => String(newsletter.id) === edit);
  const shown = editing ?? (asked ? { newsletter: asked, draft: null } : null);
  const author = useAuthor()?.id;
  const ofId = (id: string) => data?.find((newsletter) => String(newsletter.id) === id) ?? null;

  return (
    <>
      <PageHeader id="create-newsletter" title="Newsletters" lead="Your publications and who they come from.">
        <Button look="accent" onClick={create}>
          <Plus />
          Create Newsletter
        </Button>
      </PageHeader>
      {data && !shown ? (
        <KeptDrafts
          author={author}
          form={NEWSLETTER}
          kindOf={(id) => (id.startsWith("new-") ? "New newsletter" : (ofId(id)?.name ?? "Newsletter"))}
          onContinue={(id) => setEditing({ newsletter: ofId(id), draft: id })}
        />
      ) : null}
      <Section id="manage-newsletters" title="Manage Newsletters" className="mt-8">
        {error ? (
          <div className="mb-4">
            <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>
          </div>
        ) : null}
        {isLoading ? (
          <Loading text="Loading newsletters...">
            <div className={grid}>
              <NewsletterSkeletons />
            </div>
          </Loading>
        ) : null}
        {data?.length === 0 ? (
          <Empty
            drawing="letter"
            title="No newsletters yet"
            text="A newsletter has a name, a sender and its own subscribers."
            action={
              <Button look="accent" onClick={create}>
                Create Your First Newsletter
              </Button>
            }
          />
        ) : null}
        <div className={grid}>
          {data?.map((newsletter) => (
            <NewsletterCard
              key={newsletter.id}
              newsletter={newsletter}
              onEdit={() => setEditing({ newsletter, draft: null })}
            />
          ))}
        </div>
      </Section>
      {data ? (
        <Section
          id="newsletter-settings"
          title="Newsletter Settings"
          description="The name and address subscribers see in their inbox."
        >
          <SettingsBlock newsletters={data} />
        </Section>
      ) : null}
      {shown ? (
        <NewsletterDialog
          newsletter={shown.newsletter}
          draft={shown.draft}
          onReopen={() => setEditing(shown)}
          onClose={() => {
            setEditing(null);
            if (edit !== "") setEdit("");
          }}
        />
      ) : null}
    </>
  );
}
