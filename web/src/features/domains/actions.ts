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
import { notify, warn } from "@/lib/notify";
import { useConfirm } from "@/ui/confirm";
import { isVerified } from "./status";
import { say } from "./words";

/** Everything that shows a domain. */
export const affected = under("/api/domains", "/api/newsletters", "/api/notices");

/** What a look at the records came to, in words. */
function tell({ domain, dns_records }: DomainAndRecords) {
  if (isVerified(domain)) {
    notify(say.domainIsVerified(domain.domain), say.newslettersCanBeSentFrom);
    return;
  }
  const required = dns_records.filter((record) => record.required);
  const open = required.filter((record) => record.status === "missing" || record.status === "wrong").length;
  if (required.some((record) => record.status === "unknown") && open === 0) {
    warn(domain.status_reason ?? say.theDNSOfDomainDid(domain.domain));
  } else if (open > 0) warn(say.recordOfDomainAreNot(open, domain.domain, open === 1 ? "is" : "are"));
  else notify(say.domainEveryRecordIsFound(domain.domain), domain.status_reason ?? undefined);
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

  const verify = () => run("verify", async () => tell(await verifyDomain(domain.id)), say.failedToVerifyDomain);

  const remove = async (): Promise<boolean> => {
    const sure = await confirm({
      title: say.deleteDomain,
      text: say.areYouSureYouWant(domain.domain),
      confirm: say.deleteIt,
      danger: true,
    });
    if (!sure) return false;
    const action = async () => {
      await deleteDomain(domain.id);
      notify(say.domainDeleted, domain.domain);
    };
    return await run("delete", action, say.failedToDeleteDomain);
  };

  const rotate = async () => {
    const sure = await confirm({
      title: say.rotateDKIMKeys,
      text: say.thisMakesNewKeysUnder,
      confirm: say.makeNewKeys,
    });
    if (!sure) return;
    const action = async () => {
      await rotateKeys(domain.id);
      notify(say.newKeysCreated, say.addTheirRecordsAtYour);
    };
    await run("rotate", action, say.failedToUpdateDomain);
  };

  const reset = () =>
    run(
      "reset",
      async () => {
        await resetMetrics(domain.id);
        notify(say.metricsReset, domain.domain);
      },
      say.failedToUpdateDomain,
    );

  return { running, verify, remove, rotate, reset };
}
