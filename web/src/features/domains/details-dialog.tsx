import { RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { type DnsRecord, type Domain, useDnsRecords, useDomain, useVerificationStatus } from "@/api/domains";
import { isStatus, messageOf } from "@/api/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Retry } from "@/ui/retry";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import { type Running, useDomainActions } from "./actions";
import { Information } from "./information";
import { Metrics } from "./metrics";
import { Records } from "./records";
import { SettingsForm } from "./settings-form";
import { isVerified, loadOf, StatusBadge } from "./status";
import { Story } from "./story";
import { LOOK_MS, useWatch } from "./use-watch";
import { say } from "./words";

interface Props {
  id: number;
  /** From the list, when it is there. */
  known: Domain | undefined;
  onClose: () => void;
}

/** Badge and load beside the name. */
function Heading({ domain }: { domain: Domain }) {
  const load = loadOf(domain);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge status={domain.verification_status} />
      <span className="figures text-12">
        {domain.daily_send_limit > 0 ? say.loadLoadOfTodaysLimit(load) : say.sentSentToday(domain.current_daily_sent)}
      </span>
    </span>
  );
}

/** How far the records are; heard when it changes. */
function Progress({ records, watching }: { records: DnsRecord[]; watching: boolean }) {
  const found = records.filter(({ status }) => status === "found").length;
  return (
    <p role="status" className="figures mt-0.5 text-13 text-muted">
      {say.recordsFound(found, records.length)}
      {watching ? <span>{say.checkedEvery(LOOK_MS / 1000)}</span> : null}
    </p>
  );
}

function RecordList({ domain, watching }: { domain: Domain; watching: boolean }) {
  // Nor do they move when the last one is found.
  const [moving] = useState(watching);
  const { data, error, isLoading } = useDnsRecords(domain.id);
  return (
    <section aria-labelledby="records-title" className="mt-8 first:mt-0">
      <div className="mb-3">
        <h3 id="records-title" className="font-semibold text-base">
          {say.dnsRecords}
        </h3>
        {data && data.dns_records.length > 0 ? <Progress records={data.dns_records} watching={watching} /> : null}
      </div>
      {error ? <Banner>{messageOf(error)}</Banner> : null}
      {isLoading ? <Skeleton className="h-40 w-full rounded-card" /> : null}
      {data?.dns_records.length === 0 ? <p className="text-13 text-muted">{say.noDNSRecordsFound}</p> : null}
      {data && data.dns_records.length > 0 ? (
        <Records domain={domain} records={data.dns_records} watching={moving} />
      ) : null}
    </section>
  );
}

interface FootProps {
  domain: Domain;
  running: Running;
  onVerify: () => void;
  onRemove: () => void;
}

function Foot({ domain, running, onVerify, onRemove }: FootProps) {
  return (
    <>
      <Button look="warn" className="mr-auto" disabled={running !== null} onClick={onRemove}>
        <Trash2 />
        {running === "delete" ? say.deleting : say.deleteIt}
      </Button>
      <Button look={isVerified(domain) ? "plain" : "accent"} disabled={running !== null} onClick={onVerify}>
        <RefreshCw className={running === "verify" ? "animate-spin" : ""} />
        {running === "verify" ? say.verifying : isVerified(domain) ? say.checkAgain : say.verifyNow}
      </Button>
    </>
  );
}

function Details({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const { running, verify, remove, rotate, reset } = useDomainActions(domain);
  const { data: status, error: unread, mutate: readStatus } = useVerificationStatus(domain.id);
  const removeAndClose = async () => {
    if (await remove()) onClose();
  };
  const watching = useWatch(domain, running !== null);
  // What is to be done comes first, and stays there when it is done.
  const [recordsFirst] = useState(!isVerified(domain));
  const records = <RecordList domain={domain} watching={watching} />;
  const shown = running === "verify" ? { ...domain, verification_status: "verifying" as const } : domain;
  return (
    <Dialog
      open
      low
      reading
      onClose={onClose}
      width="wide"
      title={domain.domain}
      description={<Heading domain={shown} />}
      footer={
        domain.is_writable ? (
          <Foot
            domain={domain}
            running={running}
            onVerify={() => void verify()}
            onRemove={() => void removeAndClose()}
          />
        ) : undefined
      }
    >
      {domain.status_reason ? (
        <div className="-mb-2">
          <Banner tone="yellow">{domain.status_reason}</Banner>
        </div>
      ) : null}
      {recordsFirst ? records : null}
      <Information domain={domain} />
      <Metrics domain={domain} />
      {recordsFirst ? null : records}
      {domain.is_writable ? <SettingsForm domain={domain} running={running} onRotate={rotate} onReset={reset} /> : null}
      {unread ? (
        <div className="mt-8">
          <Retry onRetry={() => void readStatus()}>
            {say.statusNotRefreshed(messageOf(unread, say.anErrorOccurred))}
          </Retry>
        </div>
      ) : null}
      {status ? <Story status={status} /> : null}
    </Dialog>
  );
}

/** What is shown until the domain is there, or in its place. */
function Absent({ error, onClose }: { error: Error | undefined; onClose: () => void }) {
  return (
    <Dialog open low onClose={onClose} width="wide" title={say.domainDetails}>
      {error === undefined ? (
        <Loading text={say.loadingDomainDetails}>
          <Skeleton className="h-40 w-full" />
        </Loading>
      ) : isStatus(error, 404) ? (
        <p role="status" className="text-muted">
          {say.domainNotFound}
        </p>
      ) : (
        <Banner>{messageOf(error)}</Banner>
      )}
    </Dialog>
  );
}

/** One domain from close by. */
export function DetailsDialog({ id, known, onClose }: Props) {
  const { data, error } = useDomain(id, known);
  // The list is read again more often.
  const domain = known ?? data;
  if (!domain) return <Absent error={error} onClose={onClose} />;
  return <Details key={domain.id} domain={domain} onClose={onClose} />;
}
