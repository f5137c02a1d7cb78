import { Plus } from "lucide-react";
import { useState } from "react";
import { type Newsletter, newslettersAhead, useNewsletters } from "@/api/newsletters";
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
import { say } from "./words";

type Editing = { newsletter: Newsletter | null; draft: string | null } | null;

const grid = "grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(320px,1fr))]";

/** What it asks first, asked while somebody still points at its link. */
export const ahead = newslettersAhead;

export default function NewslettersPage() {
  const { data, error, isLoading, mutate } = useNewsletters();
  const [editing, setEditing] = useState<Editing>(null);
  const [edit, setEdit] = useFilter("edit");
  const create = () => setEditing({ newsletter: null, draft: null });
  useTitle(say.newsletters);
  useShortcuts({ n: create });
  useHash("create-newsletter", create);
  // A link can ask for the form of one newsletter.
  const asked = data?.find((newsletter) => String(newsletter.id) === edit);
  const shown = editing ?? (asked ? { newsletter: asked, draft: null } : null);
  const author = useAuthor()?.id;
  const ofId = (id: string) => data?.find((newsletter) => String(newsletter.id) === id) ?? null;

  return (
    <>
      <PageHeader id="create-newsletter" title={say.newsletters} lead={say.yourPublicationsAndWhoThey}>
        <Button look="accent" onClick={create}>
          <Plus />
          {say.createNewsletter}
        </Button>
      </PageHeader>
      {data && !shown ? (
        <KeptDrafts
          author={author}
          form={NEWSLETTER}
          kindOf={(id) => (id.startsWith("new-") ? say.newNewsletter : (ofId(id)?.name ?? say.newsletter))}
          onContinue={(id) => setEditing({ newsletter: ofId(id), draft: id })}
        />
      ) : null}
      <Section id="manage-newsletters" title={say.manageNewsletters} className="mt-8">
        {error ? (
          <div className="mb-4">
            <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>
          </div>
        ) : null}
        {isLoading ? (
          <Loading text={say.loadingNewsletters}>
            <div className={grid}>
              <NewsletterSkeletons />
            </div>
          </Loading>
        ) : null}
        {data?.length === 0 ? (
          <Empty
            drawing="letter"
            title={say.noNewslettersYet}
            text={say.aNewsletterHasAName}
            action={
              <Button look="accent" onClick={create}>
                {say.createYourFirstNewsletter}
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
        <Section id="newsletter-settings" title={say.newsletterSettings} description={say.theNameAndAddressSubscribers}>
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
