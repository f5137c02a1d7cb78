import { Plus } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
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
      description="What inboxes check before they accept your email."
    >
      <ol className="grid list-decimal gap-2 pl-5 text-13 text-muted">
        <li>Add the domain you send from. A subdomain such as news.example.com keeps your main domain’s reputation.</li>
        <li>Add its records at your DNS host. View Details writes them the way your host wants them.</li>
        <li>Verify. New records usually appear within minutes, and we keep checking.</li>
        <li>Choose the domain in a newsletter. Its email is then signed with DKIM and passes SPF and DMARC.</li>
      </ol>
    </Section>
  );
}

export default function DomainsPage() {
  const { data, error, isLoading, mutate } = useDomains((latest) => (latest?.some(isUnderWay) ? WATCH_MS : 0));
  const [adding, setAdding] = useState(false);
  const navigate = useNavigate();
  // In the address, so that a search hit or a notice leads to it.
  const [chosen, setChosen] = useFilter("domain");
  const shown = chosen === "" ? null : Number(chosen);
  const isAdmin = useAuthor()?.role === "admin";
  const add = () => setAdding(true);
  useTitle("Domains");
  useShortcuts({ n: add });
  useHash("add-domain", add);
  // Where the list was before it stood with the subscribers.
  useHash("suppression-list", () => void navigate("/subscribers/suppressions", { replace: true }));
  const open = (domain: Domain) => setChosen(String(domain.id));

  return (
    <>
      <PageHeader id="add-domain" title="Domain Management" lead="Manage shared domains for email sending">
        <Button look="accent" onClick={add}>
          <Plus />
          Add Domain
        </Button>
      </PageHeader>
      <section id="domain-list" tabIndex={-1} aria-label="Domain List" className="mt-6 scroll-mt-20 outline-none">
        {error ? <ListError error={error} onRetry={() => void mutate()} /> : null}
        {isLoading && !data ? (
          <Loading text="Loading domains...">
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
