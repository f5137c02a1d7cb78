import { Plus } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type Domain, domainsAhead, useDomains } from "@/api/domains";
import { useAgain } from "@/api/hooks";
import { messageOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { useFilter, useHash, useTitle } from "@/lib/hooks";
import { useShortcuts } from "@/lib/shortcuts";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Retry } from "@/ui/retry";
import { Loading, PageHeader, Section, Skeleton } from "@/ui/surface";
import { AddDialog } from "./add-dialog";
import { DetailsDialog } from "./details-dialog";
import { DomainTable } from "./domain-table";
import { isUnderWay } from "./status";
import { UnknownReports } from "./unknown-reports";
import { say } from "./words";

/** While a domain is on its way the list is read again. */
const WATCH_MS = 5000;

function Nothing({ onAdd }: { onAdd: () => void }) {
  return (
    <Empty
      drawing="letter"
      title={say.noDomainsConfigured}
      text={say.getStartedByAddingYour}
      action={
        <Button look="accent" onClick={onAdd}>
          {say.addYourFirstDomain}
        </Button>
      }
    />
  );
}

function ListError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="mb-4">
      <Retry onRetry={onRetry}>{messageOf(error)}</Retry>
    </div>
  );
}

function Explanation() {
  return (
    <Section id="dns-configuration" title={say.dnsConfiguration} description={say.whatInboxesCheckBeforeThey}>
      <ol className="grid list-decimal gap-2 pl-5 text-13 text-muted">
        <li>{say.addTheDomainYouSend}</li>
        <li>{say.addItsRecordsAtYourDNS}</li>
        <li>{say.verifyNewRecordsUsuallyAppear}</li>
        <li>{say.chooseTheDomainInA}</li>
      </ol>
    </Section>
  );
}

/** What it asks first, asked while somebody still points at its link. */
export const ahead = domainsAhead;

export default function DomainsPage() {
  const { data, error, isLoading, mutate } = useDomains();
  useAgain(data?.some(isUnderWay) ? WATCH_MS : 0, mutate);
  const [adding, setAdding] = useState(false);
  const navigate = useNavigate();
  // In the address, so that a search hit or a notice leads to it.
  const [chosen, setChosen] = useFilter("domain");
  const shown = chosen === "" ? null : Number(chosen);
  const isAdmin = useAuthor()?.role === "admin";
  const add = () => setAdding(true);
  useTitle(say.domains);
  useShortcuts({ n: add });
  useHash("add-domain", add);
  // Where the list was before it stood with the subscribers.
  useHash("suppression-list", () => void navigate("/subscribers/suppressions", { replace: true }));
  const open = (domain: Domain) => setChosen(String(domain.id));

  return (
    <>
      <PageHeader id="add-domain" title={say.domainManagement} lead={say.manageSharedDomainsForEmail}>
        <Button look="accent" onClick={add}>
          <Plus />
          {say.addDomain}
        </Button>
      </PageHeader>
      <section id="domain-list" tabIndex={-1} aria-label={say.domainList} className="mt-6 scroll-mt-20 outline-none">
        {error ? <ListError error={error} onRetry={() => void mutate()} /> : null}
        {isLoading && !data ? (
          <Loading text={say.loadingDomains}>
            <Skeleton className="h-44 w-full rounded-card" />
          </Loading>
        ) : null}
        {data?.length === 0 ? <Nothing onAdd={add} /> : null}
        {data && data.length > 0 ? <DomainTable domains={data} onOpen={open} /> : null}
      </section>
      {/* What stands below the list comes when its height is known, and moves for nothing. */}
      {data || error ? <Explanation /> : null}
      {isAdmin && (data || error) ? <UnknownReports /> : null}
      {adding ? (
        <AddDialog
          isAdmin={isAdmin}
          onClose={() => setAdding(false)}
          onAdded={(domain) => {
            setAdding(false);
            open(domain);
          }}
        />
      ) : null}
      {shown === null ? null : (
        <DetailsDialog id={shown} known={data?.find((domain) => domain.id === shown)} onClose={() => setChosen("")} />
      )}
    </>
  );
}
