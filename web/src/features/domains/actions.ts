import { useState } from "react";
import { useSWRConfig } from "swr";
import {
  type Domain,
  type DomainAndRecords,
  deleteDomain,
  resetMetrics,
  rotateKeys,
  verifyDomain,
} from "@/api/domains";
import { under } from "@/api/hooks";
import { messageOf } from "@/api/problem";
import { countOf } from "@/lib/format";
import { notify, warn } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";
import { isVerified } from "./status";

/** Everything that shows a domain. */
export const affected = under("/api/domains", "/api/newsletters", "/api/notices");

/** What a look at the records came to, in words. */
function tell({ domain, dns_records }: DomainAndRecords) {
  if (isVerified(domain)) {
    notify(`${domain.domain} is verified`, "Newsletters can be sent from it.");
    return;
  }
  const required = dns_records.filter((record) => record.required);
  const open = required.filter((record) => record.status === "missing" || record.status === "wrong").length;
  if (required.some((record) => record.status === "unknown") && open === 0) {
    warn(domain.status_reason ?? `The DNS of ${domain.domain} did not answer.`);
  } else if (open > 0)
    warn(`${countOf(open, "record")} of ${domain.domain} ${open === 1 ? "is" : "are"} not found yet.`);
  else notify(`${domain.domain}: every record is found`, domain.status_reason ?? undefined);
}

export type Running = "verify" | "delete" | "rotate" | "reset" | null;

export function useDomainActions(domain: Domain) {
  const [running, setRunning] = useState<Running>(null);
  const { mutate } = useSWRConfig();
  const confirm = useConfirm();

  const run = async (what: Exclude<Running, null>, action: () => Promise<void>, fallback: string): Promise<boolean> => {
    setRunning(what);
    try {
      await action();
      return true;
    } catch (error) {
      console.error(fallback, error);
      warn(messageOf(error, fallback));
      return false;
    } finally {
      setRunning(null);
      await mutate(affected);
    }
  };

  const verify = () => run("verify", async () => tell(await verifyDomain(domain.id)), "Failed to verify domain");

  const remove = async (): Promise<boolean> => {
    const sure = await confirm({
      title: "Delete domain",
      text: `Are you sure you want to delete ${domain.domain}? This will remove it from AWS SES as well.`,
      confirm: "Delete",
      danger: true,
    });
    if (!sure) return false;
    const action = async () => {
      await deleteDomain(domain.id);
      notify("Domain deleted", domain.domain);
    };
    return await run("delete", action, "Failed to delete domain");
  };

  const rotate = async () => {
    const sure = await confirm({
      title: "Rotate DKIM keys",
      text: "This makes new keys under new names. Your current keys sign until we find the new records.",
      confirm: "Make new keys",
    });
    if (!sure) return;
    const action = async () => {
      await rotateKeys(domain.id);
      notify("New keys created", "Add their records at your DNS host, then verify.");
    };
    await run("rotate", action, "Failed to update domain");
  };

  const reset = () =>
    run(
      "reset",
      async () => {
        await resetMetrics(domain.id);
        notify("Metrics reset", domain.domain);
      },
      "Failed to update domain",
    );

  return { running, verify, remove, rotate, reset };
}
