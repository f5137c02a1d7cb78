import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { type Domain, isRecordsOf, verifyDomain } from "@/api/domains";
import { notify } from "@/lib/notify";
import { affected } from "./actions";
import { isVerified } from "./status";
import { say } from "./words";

export const LOOK_MS = 10_000;

/**
 * Has the server look at the records again and again while somebody sees them and some are missing. True while it does;
 * a look that fails is followed by the next one.
 */
export function useWatch(domain: Domain, busy: boolean): boolean {
  const { mutate } = useSWRConfig();
  const [isOff, setOff] = useState(false);
  const latest = useRef({ busy, domain });
  latest.current = { busy, domain };
  const { id } = domain;
  const watching = domain.is_writable && !isVerified(domain);
  useEffect(() => {
    if (!watching) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      const answer = await verifyDomain(id).catch(() => null);
      setOff(answer === null);
      if (isOver || answer === null) return;
      await mutate(isRecordsOf(id), { dns_records: answer.dns_records }, { revalidate: false });
      if (isVerified(answer.domain)) notify(say.domainIsVerified(answer.domain.domain), say.newslettersCanBeSentFrom);
      await mutate(affected);
    };
    const wait = () => {
      timer = setTimeout(() => {
        const seen = document.visibilityState === "visible" && !latest.current.busy;
        void (seen ? look() : Promise.resolve()).then(() => isOver || wait());
      }, LOOK_MS);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [watching, id, mutate]);
  return watching && !isOff;
}
