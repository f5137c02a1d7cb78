import { Eye, RefreshCw, Trash2 } from "lucide-react";
import type { Domain } from "@/api/domains";
import { cn } from "@/lib/cn";
import { formatNumber } from "@/lib/format";
import { Tag } from "@/ui/badge";
import { Button } from "@/ui/button";
import { useDomainActions } from "./actions";
import { Health, isVerified, loadOf, StatusBadge } from "./status";
import { say } from "./words";

const cell = "px-4 py-3 align-middle max-sm:px-0 max-sm:py-0";

/** Sent today of the daily limit, with a bar where there is one. */
function Usage({ domain }: { domain: Domain }) {
  const sent = formatNumber(domain.current_daily_sent);
  if (domain.daily_send_limit <= 0) return <span className="figures">{say.withoutLimit(sent)}</span>;
  const load = loadOf(domain);
  return (
    <span className="figures block min-w-32">
      {sent} / {formatNumber(domain.daily_send_limit)} <span className="text-muted">({load}%)</span>
      <span aria-hidden="true" className="mt-1 block h-1 overflow-hidden rounded-full bg-raised">
        <span
          className={cn("block h-full rounded-full", load >= 100 ? "bg-red" : load >= 80 ? "bg-yellow" : "bg-accent")}
          style={{ width: `${Math.min(100, load)}%` }}
        />
      </span>
    </span>
  );
}

function Actions({ domain, onOpen }: { domain: Domain; onOpen: () => void }) {
  const { running, verify, remove } = useDomainActions(domain);
  return (
    <div className="flex flex-wrap justify-end gap-1 max-sm:justify-start max-sm:pt-1">
      <Button look="quiet" size="small" onClick={onOpen} aria-label={say.viewDetailsOfDomain(domain.domain)}>
        <Eye />
        {say.viewDetails}
      </Button>
      {domain.is_writable && !isVerified(domain) ? (
        <Button
          look="quiet"
          size="small"
          disabled={running !== null}
          onClick={() => void verify()}
          aria-label={`${running === "verify" ? say.verifying : say.verify} ${domain.domain}`}
        >
          <RefreshCw className={running === "verify" ? "animate-spin" : ""} />
          {running === "verify" ? say.verifying : say.verify}
        </Button>
      ) : null}
      {domain.is_writable ? (
        <Button
          look="warn"
          size="small"
          disabled={running !== null}
          onClick={() => void remove()}
          aria-label={`${running === "delete" ? say.deleting : say.deleteIt} ${domain.domain}`}
        >
          <Trash2 />
          {running === "delete" ? say.deleting : say.deleteIt}
        </Button>
      ) : null}
    </div>
  );
}

function Row({ domain, onOpen }: { domain: Domain; onOpen: () => void }) {
  return (
    <tr className="border-line border-t max-sm:grid max-sm:gap-2.5 max-sm:p-4">
      <td className={cell}>
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="break-all font-medium">{domain.domain}</span>
          <Tag>{domain.domain_type === "shared" ? say.shared : say.yours}</Tag>
          {domain.is_active ? null : <Tag>{say.switchedOff}</Tag>}
        </span>
        {domain.notes ? <span className="mt-0.5 line-clamp-2 block text-12 text-muted">{domain.notes}</span> : null}
      </td>
      <td className={cell}>
        <StatusBadge status={domain.verification_status} />
      </td>
      <td className={cell}>
        <Health domain={domain} />
      </td>
      <td className={cell}>
        <Usage domain={domain} />
      </td>
      <td className={cell}>
        <Actions domain={domain} onOpen={onOpen} />
      </td>
    </tr>
  );
}

export function DomainTable({ domains, onOpen }: { domains: Domain[]; onOpen: (domain: Domain) => void }) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table className="w-full text-13 max-sm:block">
        <thead className="text-left text-12 text-muted max-sm:sr-only">
          <tr className="h-10">
            <th className="px-4 font-normal">{say.domain}</th>
            <th className="px-4 font-normal">{say.status}</th>
            <th className="px-4 font-normal">{say.health}</th>
            <th className="px-4 font-normal">{say.usage}</th>
            <th className="px-4 text-right font-normal">{say.actions}</th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {domains.map((domain) => (
            <Row key={domain.id} domain={domain} onOpen={() => onOpen(domain)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
