import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { messageOf, sentenceOf } from "@/api/problem";
import { endOtherSessions, endSession, type SessionEntry, useSecurityChanged, useSessions } from "@/api/security";
import { countOf, formatDate, formatExact } from "@/lib/format";
import { notify, warn } from "@/lib/notify";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { useConfirm } from "@/ui/confirm";
import { Retry } from "@/ui/retry";
import { Card, Loading, Skeleton } from "@/ui/surface";
import { Time } from "@/ui/time";

const methods: Record<SessionEntry["method"], string> = {
  password: "Password",
  passkey: "Passkey",
  hosted: "Sign-in provider",
};
const inHand = (device: string) => /iPhone|iPad|Android/.test(device);

function Device({ session, busy, onEnd }: { session: SessionEntry; busy: boolean; onEnd: () => void }) {
  const { device, method, ip, created_at, last_used_at, current } = session;
  const Icon = inHand(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 text-13">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="break-words font-medium">{device}</span>
          {current ? <Badge tone="green">This device</Badge> : null}
        </p>
        <p className="figures mt-0.5 break-words text-12 text-muted">
          {[methods[method], ip].filter(Boolean).join(", ")}, since{" "}
          <span title={formatExact(created_at)}>{formatDate(created_at)}</span>
          <span className="block sm:inline">
            <span className="max-sm:hidden">, </span>
            <span className="max-sm:capitalize">used</span> <Time at={last_used_at} inline />
          </span>
        </p>
      </div>
      {current ? null : (
        <Button size="small" disabled={busy} aria-label={`End the session of ${device}`} onClick={onEnd}>
          {busy ? "Ending..." : "End"}
        </Button>
      )}
    </li>
  );
}

function useEndings(others: number) {
  const [busy, setBusy] = useState<number | "others" | null>(null);
  const confirm = useConfirm();
  const changed = useSecurityChanged();
  const act = async (what: number | "others", end: () => Promise<void>, done: () => void) => {
    setBusy(what);
    try {
      await end();
      done();
    } catch (error) {
      warn(sentenceOf(error, "The session could not be ended."));
    }
    await changed();
    setBusy(null);
  };
  const endOne = ({ id, device }: SessionEntry) =>
    act(
      id,
      () => endSession(id),
      () => notify("Session ended", device),
    );
  const endOthers = async () => {
    const sure = await confirm({
      title: "End all other sessions",
      text: `${countOf(others, "other device")} must sign in again. This one stays signed in.`,
      confirm: "End all others",
      danger: true,
    });
    if (sure) await act("others", endOtherSessions, () => notify("All other sessions ended"));
  };
  return { busy, endOne, endOthers };
}

function List({ sessions }: { sessions: SessionEntry[] }) {
  const others = sessions.filter(({ current }) => !current).length;
  const { busy, endOne, endOthers } = useEndings(others);
  return (
    <>
      <ul aria-labelledby="devices-title" className="divide-y divide-line">
        {sessions.map((session) => (
          <Device key={session.id} session={session} busy={busy === session.id} onEnd={() => void endOne(session)} />
        ))}
      </ul>
      {others > 0 ? (
        <div className="border-line border-t px-5 py-3">
          <Button size="small" look="warn" disabled={busy !== null} onClick={() => void endOthers()} className="-ml-3">
            {busy === "others" ? "Ending..." : "End all others"}
          </Button>
        </div>
      ) : (
        <p className="border-line border-t px-5 py-3 text-12 text-muted">You are signed in nowhere else.</p>
      )}
    </>
  );
}

/** Where the account is signed in. */
export function DevicesCard() {
  const { data, error, mutate } = useSessions();
  return (
    <Card id="devices" tabIndex={-1} className="scroll-mt-20 outline-none">
      <h3 id="devices-title" className="px-5 pt-4 pb-2 font-medium text-13">
        Devices
      </h3>
      {data ? (
        <List sessions={data} />
      ) : (
        <div className="px-5 pb-5">
          {error ? (
            <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>
          ) : (
            <Loading text="Loading devices...">
              <Skeleton className="h-24 w-full rounded-control" />
            </Loading>
          )}
        </div>
      )}
    </Card>
  );
}
