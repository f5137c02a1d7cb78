import { Download } from "lucide-react";
import { useState } from "react";
import { type DnsRecord, type Domain, downloadZone } from "@/api/domains";
import { messageOf } from "@/api/problem";
import { warn } from "@/lib/notify";
import { Tag } from "@/ui/badge";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Field, Select } from "@/ui/field";
import { asText, forHost, type Host, hosts, zoneOf } from "./hosts";
import { RecordBadge } from "./status";
import { say } from "./words";

const purposes: Record<string, string> = {
  ownership: say.ownership,
  dkim: "DKIM",
  spf: "SPF",
  return_path: say.returnPath,
  dmarc: "DMARC",
  tracking: say.tracking,
};

interface ValueProps {
  label: string;
  value: string;
  copied: string;
  what: string;
}

function Value({ label, value, copied, what }: ValueProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-2">
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="row-start-2 min-w-0 break-all font-mono text-12">{value}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <CopyButton text={copied} what={what} title={say.copy} />
      </dd>
    </div>
  );
}

function Small({ label, value }: { label: string; value: string | number }) {
  return (
    <div className="flex gap-1.5 text-12 text-muted">
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}

/** Sentences in which what has to be entered is marked and can be copied. */
function Advice({ parts, what }: { parts: DnsRecord["advice_parts"]; what: string }) {
  return (
    <p>
      {parts.map(({ kind, text }, index) =>
        kind === "value" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity, and never move
          <span key={index}>
            <code className="rounded-[5px] border border-line bg-raised px-1 py-px font-mono text-[0.95em] [overflow-wrap:anywhere]">
              {text}
            </code>
            <CopyButton
              text={text}
              what={what}
              aria-label={say.copyText(text)}
              title={say.copy}
              className="mx-0.5 align-middle"
            />
          </span>
        ) : (
          text
        ),
      )}
    </p>
  );
}

/** What the DNS has there instead, and what to change. */
function Finding({ record, what }: { record: DnsRecord; what: string }) {
  const isSilent = record.status === "found" || record.status === "unchecked";
  if (isSilent && record.advice_parts.length === 0) return null;
  return (
    <div className="mt-3 border-line border-l-2 pl-3 text-12">
      {record.advice_parts.length > 0 ? <Advice parts={record.advice_parts} what={say.adviceAboutWhat(what)} /> : null}
      {record.status !== "found" && record.found.length > 0 ? (
        <>
          <p className="mt-1 text-muted">{say.theDNSHas}</p>
          <ul className="mt-0.5 grid gap-0.5">
            {record.found.map((value) => (
              <li key={value} className="break-all font-mono">
                {value}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

function Entry({ record, host, zone }: { record: DnsRecord; host: Host; zone: string }) {
  const typed = forHost(host, record, zone);
  const title = purposes[record.purpose] ?? record.purpose;
  const what = `${title} ${record.record_type} ${record.name}`;
  return (
    <li className="rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Tag>{record.record_type}</Tag>
        <span className="font-medium text-13">{title}</span>
        {record.required ? null : <span className="text-12 text-muted">{say.optional}</span>}
        <span className="ml-auto">
          <RecordBadge record={record} />
        </span>
      </div>
      <p className="mt-1 text-12 text-muted">{record.description}</p>
      <dl className="mt-3 grid gap-2">
        <Value label={say.name} value={typed.name || "(leave empty)"} copied={typed.name} what={say.nameOfWhat(what)} />
        {record.value === "" ? null : (
          <Value label={say.value} value={typed.value} copied={typed.value} what={say.valueOfWhat(what)} />
        )}
        {typed.priority === null || record.value === "" ? null : <Small label={say.priority} value={typed.priority} />}
        {record.ttl === null ? null : <Small label={say.ttl} value={record.ttl} />}
      </dl>
      <Finding record={record} what={what} />
    </li>
  );
}

const urgency: Record<string, number> = { wrong: 0, missing: 1, unknown: 2 };

/** What has to be put right comes first. */
const byUrgency = (records: DnsRecord[]) =>
  records.toSorted((a, b) => (urgency[a.status] ?? 3) - (urgency[b.status] ?? 3));

interface Props {
  domain: Domain;
  records: DnsRecord[];
  /** They change by themselves: then none of them moves. */
  watching: boolean;
}

export function Records({ domain, records, watching }: Props) {
  const [chosen, setChosen] = useState(hosts[0].id);
  const host = hosts.find((one) => one.id === chosen) ?? hosts[0];
  const zone = zoneOf(domain.domain);
  const save = async () => {
    try {
      await downloadZone(domain);
    } catch (error) {
      warn(messageOf(error, say.theZoneFileCouldNot));
    }
  };
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <Field label={say.yourDNSHost} className="min-w-48 flex-1 sm:max-w-64">
          {(field) => (
            <Select {...field} value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {hosts.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <CopyButton text={() => asText(host, records, zone)} what={say.allRecords}>
          {say.copyAll}
        </CopyButton>
        <Button onClick={() => void save()}>
          <Download />
          {say.zoneFile}
        </Button>
      </div>
      {host.names === "relative" ? <p className="mb-3 text-12 text-muted">{say.namesBelow(zone, host.name)}</p> : null}
      <ul className="grid gap-3">
        {(watching ? records : byUrgency(records)).map((record) => (
          <Entry key={record.id} record={record} host={host} zone={zone} />
        ))}
      </ul>
    </>
  );
}
