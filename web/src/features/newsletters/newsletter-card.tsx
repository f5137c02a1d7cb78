import { Pencil, Power, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Newsletter } from "@/api/newsletters";
import { formatDate, formatExact } from "@/lib/format";
import { Badge, Tag } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/surface";
import { useNewsletterActions } from "./actions";
import { say } from "./words";

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="flex min-w-0 items-center gap-2 text-right">{children}</dd>
    </div>
  );
}

function Facts({ newsletter }: { newsletter: Newsletter }) {
  const domain = newsletter.domain ?? newsletter.sending_address.split("@")[1];
  return (
    <dl className="mt-4 grow divide-y divide-line border-line border-t text-13">
      <Fact label={say.from}>
        <span className="truncate">{newsletter.from_name}</span>
      </Fact>
      <Fact label={say.email}>
        <span className="truncate">{newsletter.sending_address}</span>
      </Fact>
      <Fact label={say.domain}>
        <span className="truncate">{domain}</span>
        {newsletter.domain_type ? <Tag>{newsletter.domain_type === "shared" ? say.shared : say.yours}</Tag> : null}
        {newsletter.domain_status && newsletter.domain_status !== "active" ? (
          <Link to="/domains" className="link shrink-0 text-yellow">
            {say.notVerified}
          </Link>
        ) : null}
      </Fact>
      <Fact label={say.subscribers}>
        <Link to={`/subscribers?newsletter=${newsletter.id}`} className="figures link">
          {say.activeActive(newsletter.subscribers.active)}
        </Link>
      </Fact>
      <Fact label={say.publicID}>
        <code className="truncate font-mono text-12" title={newsletter.public_id}>
          {newsletter.public_id}
        </code>
      </Fact>
      <Fact label={say.created}>
        <time dateTime={newsletter.created_at} title={formatExact(newsletter.created_at)} className="figures">
          {formatDate(newsletter.created_at)}
        </time>
      </Fact>
    </dl>
  );
}

export function NewsletterCard({ newsletter, onEdit }: { newsletter: Newsletter; onEdit: () => void }) {
  const [busy, setBusy] = useState(false);
  const { toggle, remove } = useNewsletterActions();
  const run = async (action: (target: Newsletter) => Promise<void>) => {
    setBusy(true);
    await action(newsletter);
    setBusy(false);
  };
  return (
    <Card id={`newsletter-${newsletter.id}`} tabIndex={-1} className="flex min-w-0 scroll-mt-20 flex-col p-5">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 break-words font-medium font-serif text-xl leading-6">{newsletter.name}</h3>
        <span className="flex shrink-0 items-center gap-2">
          {newsletter.is_sample ? <Tag>{say.sample}</Tag> : null}
          <Badge tone={newsletter.is_active ? "green" : "neutral"}>
            {newsletter.is_active ? say.active : say.inactive}
          </Badge>
        </span>
      </div>
      {newsletter.description ? <p className="mt-1.5 line-clamp-3 text-muted">{newsletter.description}</p> : null}
      <Facts newsletter={newsletter} />
      <div className="-mx-2 mt-3 -mb-2 flex items-center gap-1">
        <Button look="quiet" size="small" onClick={onEdit} aria-label={say.editName(newsletter.name)}>
          <Pencil />
          {say.edit}
        </Button>
        <Button look="quiet" size="small" disabled={busy} onClick={() => void run(toggle)}>
          <Power />
          {newsletter.is_active ? say.deactivate : say.activate}
        </Button>
        <Button
          look="warn"
          size="small"
          disabled={busy}
          className="ml-auto"
          aria-label={say.deleteName(newsletter.name)}
          onClick={() => void run(remove)}
        >
          <Trash2 />
          {say.deleteIt}
        </Button>
      </div>
    </Card>
  );
}

export function NewsletterSkeletons() {
  return ["a", "b", "c"].map((key) => <Card key={key} className="h-[322px] animate-breathe" />);
}
