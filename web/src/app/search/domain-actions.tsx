import { Download, Eye, RefreshCw, Trash2 } from "lucide-react";
import { type Domain, downloadZone, useDomain } from "@/api/domains";
import { messageOf } from "@/api/problem";
import { useDomainActions } from "@/features/domains/actions";
import { isVerified } from "@/features/domains/status";
import type { ThingAction, ThingActions } from "@/features/search/things";
import { warn } from "@/lib/notify";
import { say } from "../words";

type Props = Parameters<ThingActions>[0];

async function saveZone(domain: Domain) {
  try {
    await downloadZone(domain);
  } catch (error) {
    warn(messageOf(error, say.theZoneFileCouldNot));
  }
}

function Known({ domain, href, children }: { domain: Domain; href: string } & Pick<Props, "children">) {
  const { verify, remove } = useDomainActions(domain);
  const own: ThingAction[] = [
    { name: isVerified(domain) ? say.checkAgain : say.verify, icon: RefreshCw, letter: "V", run: verify },
    { name: say.deleteIt, icon: Trash2, letter: "⌫", takes: true, run: remove },
  ];
  return children({
    actions: [
      { name: say.viewDetails, icon: Eye, letter: "O", href },
      { name: say.downloadZoneFile, icon: Download, letter: "Z", run: () => saveZone(domain) },
      ...(domain.is_writable ? own : []),
    ],
  });
}

export function DomainActions({ thing, children }: Props) {
  const { data, error } = useDomain(thing.id, undefined);
  if (!data) return children({ error });
  return (
    <Known domain={data} href={thing.href}>
      {children}
    </Known>
  );
}
