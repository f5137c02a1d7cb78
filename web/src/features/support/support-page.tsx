import { CircleAlert, CircleCheck, Download } from "lucide-react";
import { Link } from "react-router";
import { type DoctorCheck, type DoctorReport, useDoctor, useInstallation } from "@/api/installation";
import { isStatus, messageOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { canCopy } from "@/lib/copy";
import { saveText } from "@/lib/files";
import { useTitle } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Retry } from "@/ui/retry";
import { Card, Loading, PageHeader, Section, Skeleton } from "@/ui/surface";
import { reportText } from "./report";

function Checks({ checks }: { checks: DoctorCheck[] }) {
  return (
    <ul className="divide-y divide-line">
      {checks.map(({ name, ok, text }) => (
        <li key={name} className="flex gap-3 px-5 py-3">
          {ok ? (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-green" />
          ) : (
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-red" />
          )}
          <div className="min-w-0">
            <p className="font-medium text-13">
              {name}
              <span className={ok ? "sr-only" : "ml-2 font-normal text-12 text-red"}>
                {ok ? " – fine" : "needs attention"}
              </span>
            </p>
            <p className="break-words text-13 text-muted">{text}</p>
          </div>
        </li>
      ))}
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
      title="Health"
      description={
        doctor &&
        (bad === 0
          ? "Everything that can be checked from here is fine."
          : `${bad} of ${doctor.checks.length} checks ${bad === 1 ? "needs" : "need"} attention.`)
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
    <Section id="where-to-ask" title="Where to ask">
      <Card className="divide-y divide-line text-13">
        <p className="px-5 py-3.5">
          <Link to="/documentation" className="link font-medium">
            The guide
          </Link>{" "}
          <span className="text-muted">
            came with this version, for authors and operators. The search box looks through it too.
          </span>
        </p>
        <p className="px-5 py-3.5">
          <Link to="/api-reference" className="link font-medium">
            The API's reference
          </Link>{" "}
          <span className="text-muted">has every call, with examples to copy.</span>
        </p>
        <p className="px-5 py-3.5 text-muted">
          {admin
            ? "You look after this installation. The report above is what to attach when you ask somebody about it; addresses are left out of it."
            : "For everything else, ask whoever looks after this installation, and send the report above along; addresses are left out of it."}
        </p>
      </Card>
    </Section>
  );
}

const BROWSER = navigator.userAgent;

/** Which version runs here, how it is, and who can help. */
export default function SupportPage() {
  useTitle("Support");
  const installation = useInstallation();
  const admin = useAuthor()?.role === "admin";
  const doctor = useDoctor(admin);
  const old = isStatus(installation.error, 404);
  const waiting = (!installation.data && !installation.error) || (admin && !doctor.data && !doctor.error);
  const version = installation.data?.version ?? doctor.data?.version ?? "of an earlier version";
  const report = reportText({ version, doctor: doctor.data ?? null, browser: BROWSER });
  return (
    <>
      <PageHeader title="Support" lead="Which version runs here, how it is, and where to ask.">
        {canCopy() ? (
          <CopyButton look="accent" disabled={waiting} text={report} what="The report">
            Copy report
          </CopyButton>
        ) : (
          <Button
            look="accent"
            disabled={waiting}
            onClick={() => saveText("letterpress-report.txt", report, "text/plain")}
          >
            <Download />
            Download report
          </Button>
        )}
      </PageHeader>
      <Section id="version" title="This installation" className="mt-8">
        {waiting ? (
          <Loading text="Loading...">
            <Skeleton className="h-[132px] rounded-card" />
          </Loading>
        ) : installation.error && !old ? (
          <Retry onRetry={() => void installation.mutate()}>{messageOf(installation.error)}</Retry>
        ) : (
          <Card>
            <dl className="divide-y divide-line">
              <Fact name="Version">{old ? "This server is older than this page and does not tell." : version}</Fact>
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
