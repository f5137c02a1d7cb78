import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { messageOf, sentenceOf } from "@/api/problem";
import { endOtherSessions, endSession, type SessionEntry, useSecurityChanged, useSessions } from "@/api/security";
import { formatDate, formatExact } from "@/lib/format";
import { notify, warn } from "@/lib/notify";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { useConfirm } from "@/ui/confirm";
import { Retry } from "@/ui/retry";
import { Card, Loading, Skeleton } from "@/ui/surface";
import { Time } from "@/ui/time";
import { say } from "./words";

const methods: Record<SessionEntry["method"], string> = {
  password: say.password,
  passkey: say.passkey,
  hosted: say.signInProvider,
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
          {current ? <Badge tone="green">{say.thisDevice}</Badge> : null}
        </p>
        <p className="figures mt-0.5 break-words text-12 text-muted">
          {[methods[method], ip].filter(Boolean).join(", ")}, {say.since}{" "}
          <span title={formatExact(created_at)}>{formatDate(created_at)}</span>
          <span className="block sm:inline">
            <span className="max-sm:hidden">, </span>
            <span className="max-sm:capitalize">{say.used}</span> <Time at={last_used_at} inline />
          </span>
        </p>
      </div>
      {current ? null : (
        <Button size="small" disabled={busy} aria-label={say.endTheSessionOfDevice(device)} onClick={onEnd}>
          {busy ? say.ending : "End"}
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
      warn(sentenceOf(error, say.theSessionCouldNotBe));
    }
    await changed();
    setBusy(null);
  };
  const endOne = ({ id, device }: SessionEntry) =>
    act(
      id,
      () => endSession(id),
      () => notify(say.sessionEnded, device),
    );
  const endOthers = async () => {
    const sure = await confirm({
      title: say.endAllOtherSessions,
      text: say.deviceMustSignInAgain(others),
      confirm: say.endAllOthers,
      danger: true,
    });
    if (sure) await act("others", endOtherSessions, () => notify(say.allOtherSessionsEnded));
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
            {busy === "others" ? say.ending : say.endAllOthers}
          </Button>
        </div>
      ) : (
        <p className="border-line border-t px-5 py-3 text-12 text-muted">{say.youAreSignedInNowhere}</p>
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
        {say.devices}
      </h3>
      {data ? (
        <List sessions={data} />
      ) : (
        <div className="px-5 pb-5">
          {error ? (
            <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>
          ) : (
            <Loading text={say.loadingDevices}>
              <Skeleton className="h-24 w-full rounded-control" />
            </Loading>
          )}
        </div>
      )}
    </Card>
  );
}
