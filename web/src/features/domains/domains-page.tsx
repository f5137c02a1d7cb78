import { Plus } from "lucide-react";
import { useState } from "react";
import { type Domain, useDomains } from "@/api/domains";
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
import { Suppressions } from "./suppressions";
import { UnknownReports } from "./unknown-reports";

/** While a domain is on its way the list is read again. */
const WATCH_MS = 5000;

function Nothing({ onAdd }: { onAdd: () => void }) {
  return (
    <Empty
      drawing="letter"
      title="No domains configured"
      text="Get started by adding your first domain for email sending."
      action={
        <Button look="accent" onClick={onAdd}>
          Add Your First Domain
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
    <Section
      id="dns-configuration"
      title="DNS Configuration"
      description="What receivers check before they let a mail into the inbox."
    >
      <ol className="grid list-decimal gap-2 pl-5 text-13 text-muted">
        <li>Add the domain that your mail comes from. A subdomain such as news.example.com keeps its name apart.</li>
        <li>
          Copy its records to where the domain’s DNS is kept. View Details writes them the way your host wants them.
        </li>
        <li>Verify. New records are usually seen within minutes; Letterpress goes on looking by itself.</li>
        <li>Choose the domain in a newsletter. From then on its mail is signed with DKIM and passes SPF and DMARC.</li>
      </ol>
    </Section>
  );
}

export default function DomainsPage() {
  const { data, error, isLoading, mutate } = useDomains((latest) => (latest?.some(isUnderWay) ? WATCH_MS : 0));
  const [adding, setAdding] = useState(false);
  // In the address, so that a search hit or a notice leads to it.
  const [chosen, setChosen] = useFilter("domain");
  const shown = chosen === "" ? null : Number(chosen);
  const isAdmin = useAuthor()?.role === "admin";
  const add = () => setAdding(true);
  useTitle("Domains");
  useShortcuts({ n: add });
  useHash("add-domain", add);
  const open = (domain: Domain) => setChosen(String(domain.id));

  return (
    <>
      <PageHeader id="add-domain" title="Domain Management" lead="Manage shared domains for email sending">
        <Button look="accent" onClick={add}>
          <Plus />
          Add Domain
        </Button>
      </PageHeader>
      <Section id="domain-list" title="Domain List" className="mt-8">
        {error ? <ListError error={error} onRetry={() => void mutate()} /> : null}
        {isLoading && !data ? (
          <Loading text="Loading domains...">
            <Skeleton className="h-44 w-full rounded-card" />
          </Loading>
        ) : null}
        {data?.length === 0 ? <Nothing onAdd={add} /> : null}
        {data && data.length > 0 ? <DomainTable domains={data} onOpen={open} /> : null}
      </Section>
      <Explanation />
      {isAdmin ? <Suppressions /> : null}
      {isAdmin ? <UnknownReports /> : null}
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
