import { CircleAlert, CircleCheck, Download, Info } from "lucide-react";
import { Link } from "react-router";
import { type DoctorCheck, type DoctorReport, useDoctor, useInstallation } from "@/api/installation";
import { isStatus, messageOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { cn } from "@/lib/cn";
import { canCopy } from "@/lib/copy";
import { saveText } from "@/lib/files";
import { useTitle } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Retry } from "@/ui/retry";
import { Card, Loading, PageHeader, Section, Skeleton } from "@/ui/surface";
import { reportText } from "./report";
import { say } from "./words";

const levels = {
  ok: { Icon: CircleCheck, colour: "text-green", word: say.fine },
  note: { Icon: Info, colour: "text-yellow", word: say.worthKnowing },
  fail: { Icon: CircleAlert, colour: "text-red", word: say.needsAttention },
} as const satisfies Record<DoctorCheck["level"], unknown>;

function Checks({ checks }: { checks: DoctorCheck[] }) {
  return (
    <ul className="divide-y divide-line">
      {checks.map(({ name, level, text }) => {
        const { Icon, colour, word } = levels[level];
        return (
          <li key={name} className="flex gap-3 px-5 py-3">
            <Icon aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", colour)} />
            <div className="min-w-0">
              <p className="font-medium text-13">
                {name}
                <span className={level === "ok" ? "sr-only" : cn("ml-2 font-normal text-12", colour)}>{word}</span>
              </p>
              <p className="break-words text-13 text-muted">{text}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Only administrators see it; for others, and on servers that lack the call, there is nothing in its place. */
function Health({
  doctor,
  error,
  retry,
}: {
  doctor: DoctorReport | undefined;
  error: Error | undefined;
  retry: () => void;
}) {
  if (!doctor && (!error || isStatus(error, 403) || isStatus(error, 404))) return null;
  const bad = doctor?.checks.filter((check) => !check.ok).length ?? 0;
  return (
    <Section
      id="health"
      title={say.health}
      description={
        doctor &&
        (bad === 0
          ? say.everythingThatCanBeChecked
          : say.badOfLengthChecksNeed(bad, doctor.checks.length, bad === 1 ? "needs" : "need"))
      }
    >
      {doctor ? (
        <Card>
          <Checks checks={doctor.checks} />
        </Card>
      ) : error ? (
        <Retry onRetry={retry}>{messageOf(error)}</Retry>
      ) : null}
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="px-5 py-3 sm:flex sm:gap-4">
      <dt className="w-28 shrink-0 text-13 text-muted">{name}</dt>
      <dd className="figures min-w-0 break-words text-13">{children}</dd>
    </div>
  );
}

function Asking({ admin }: { admin: boolean }) {
  return (
    <Section id="where-to-ask" title={say.whereToAsk}>
      <Card className="divide-y divide-line text-13">
        <p className="px-5 py-3.5">
          <Link to="/documentation" className="link font-medium">
            {say.theGuide}
          </Link>{" "}
          <span className="text-muted">{say.cameWithThisVersionFor}</span>
        </p>
        <p className="px-5 py-3.5">
          <Link to="/api-reference" className="link font-medium">
            {say.theAPIsReference}
          </Link>{" "}
          <span className="text-muted">{say.hasEveryCallWithExamples}</span>
        </p>
        <p className="px-5 py-3.5 text-muted">
          {admin ? say.youLookAfterThisInstallation : say.forEverythingElseAskWhoever}
        </p>
      </Card>
    </Section>
  );
}

const BROWSER = navigator.userAgent;

/** Which version runs here, how it is, and who can help. */
export default function SupportPage() {
  useTitle(say.support);
  const installation = useInstallation();
  const admin = useAuthor()?.role === "admin";
  const doctor = useDoctor(admin);
  const old = isStatus(installation.error, 404);
  const waiting = (!installation.data && !installation.error) || (admin && !doctor.data && !doctor.error);
  const version = installation.data?.version ?? doctor.data?.version ?? say.ofAnEarlierVersion;
  const report = reportText({ version, doctor: doctor.data ?? null, browser: BROWSER });
  return (
    <>
      <PageHeader title={say.support} lead={say.whichVersionRunsHereHow}>
        {canCopy() ? (
          <CopyButton look="accent" disabled={waiting} text={report} what={say.theReport}>
            {say.copyReport}
          </CopyButton>
        ) : (
          <Button
            look="accent"
            disabled={waiting}
            onClick={() => saveText("letterpress-report.txt", report, "text/plain")}
          >
            <Download />
            {say.downloadReport}
          </Button>
        )}
      </PageHeader>
      <Section id="version" title={say.thisInstallation} className="mt-8">
        {waiting ? (
          <Loading text={say.loading}>
            <Skeleton className="h-[132px] rounded-card" />
          </Loading>
        ) : installation.error && !old ? (
          <Retry onRetry={() => void installation.mutate()}>{messageOf(installation.error)}</Retry>
        ) : (
          <Card>
            <dl className="divide-y divide-line">
              <Fact name="Version">{old ? say.thisServerIsOlderThan : version}</Fact>
              {doctor.data ? <Fact name="Engine">{doctor.data.engine}</Fact> : null}
              <Fact name="Browser">{BROWSER}</Fact>
            </dl>
          </Card>
        )}
      </Section>
      {/* Below what is still waited for, everything would move. */}
      {waiting ? null : (
        <>
          <Health doctor={doctor.data} error={doctor.error} retry={() => void doctor.mutate()} />
          <Asking admin={admin} />
        </>
      )}
    </>
  );
}
