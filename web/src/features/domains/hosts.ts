import type { DnsRecord } from "@/api/domains";
import { say } from "./words";

/** How a DNS host wants records to be typed. */
export interface Host {
  id: string;
  name: string;
  /** Whether names are written without the name of the zone. */
  names: "full" | "relative";
  /** What stands for the zone itself among relative names; empty where the field is left empty. */
  apex: string;
  /** Texts in quotes, in pieces of at most 255 characters. */
  quoted: boolean;
  /** Hosts that ask for the priority of an MX record in a field of its own. */
  priorityApart: boolean;
  /** Final dot after host names in values. */
  dotted: boolean;
}

const plain = { names: "relative", apex: "@", quoted: false, priorityApart: true, dotted: false } as const;

export const hosts: [Host, ...Host[]] = [
  { id: "generic", name: say.anyDNSHost, ...plain, names: "full" },
  { id: "cloudflare", name: say.cloudflare, ...plain },
  { id: "route53", name: say.amazonRoute53, ...plain, apex: "", quoted: true, priorityApart: false },
  { id: "godaddy", name: "GoDaddy", ...plain },
  { id: "namecheap", name: say.namecheap, ...plain },
  { id: "gandi", name: say.gandi, ...plain, quoted: true, priorityApart: false, dotted: true },
  { id: "hetzner", name: say.hetzner, ...plain, quoted: true, dotted: true },
  { id: "ovh", name: "OVHcloud", ...plain, dotted: true },
  { id: "digitalocean", name: "DigitalOcean", ...plain, dotted: true },
  { id: "google", name: say.googleCloudDNS, ...plain, apex: "", quoted: true, priorityApart: false, dotted: true },
  { id: "squarespace", name: say.squarespace, ...plain },
];

/** A record in the words of one host. */
interface HostRecord {
  name: string;
  value: string;
  priority: string | null;
}

/** Two-part endings below which people register names; the author can still correct what is shown. */
const LONG_ENDINGS = /\.(?:co|com|net|org|ac|gov|edu|or|ne|gv)\.[a-z]{2}$/;

/** The zone at the host: the registered name, which is the last two labels, or three below endings such as co.uk. */
export function zoneOf(domain: string): string {
  const labels = domain.split(".");
  return labels.slice(LONG_ENDINGS.test(`.${domain}`) ? -3 : -2).join(".");
}

function nameFor(host: Host, name: string, zone: string): string {
  if (host.names === "full") return name;
  if (name === zone) return host.apex;
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
}

/** RFC 1035 §3.3.14: a text is made of strings of at most 255 octets. */
function quote(value: string): string {
  const pieces = value.match(/.{1,255}/gs) ?? [""];
  return pieces.map((piece) => `"${piece.replaceAll(/(["\\])/g, "\\$1")}"`).join(" ");
}

export function forHost(host: Host, record: DnsRecord, zone: string): HostRecord {
  const name = nameFor(host, record.name, zone);
  const dot = host.dotted ? "." : "";
  if (record.record_type === "TXT") {
    return { name, value: host.quoted ? quote(record.value) : record.value, priority: null };
  }
  if (record.record_type === "MX") {
    const [priority = "10", target = ""] = record.value.split(" ");
    return host.priorityApart
      ? { name, value: `${target}${dot}`, priority }
      : { name, value: `${priority} ${target}${dot}`, priority: null };
  }
  return { name, value: `${record.value}${dot}`, priority: null };
}

/** All records whose value is known as text, to be sent to whoever looks after the DNS. */
export function asText(host: Host, records: DnsRecord[], zone: string): string {
  return records
    .filter((record) => record.value !== "")
    .map((record) => {
      const { name, value, priority } = forHost(host, record, zone);
      const lines = [
        `# ${record.description}`,
        say.typeType(record.record_type),
        say.nameName(name),
        say.valueValue(value),
      ];
      if (priority !== null) lines.push(say.priorityPriority(priority));
      if (record.ttl !== null) lines.push(say.ttlTtl(record.ttl));
      return lines.join("\n");
    })
    .join("\n\n");
}
