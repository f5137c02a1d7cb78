import { useMemo } from "react";
import { Link, useLocation } from "react-router";
import { type ApiDocument, apiDocumentAhead, useApiDocument } from "@/api/document";
import { messageOf } from "@/api/problem";
import { cn } from "@/lib/cn";
import { useTitle } from "@/lib/hooks";
import { sectionOf } from "@/lib/paths";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Loading, PageHeader, Skeleton } from "@/ui/surface";
import { type Operation, operationsOf } from "./document";
import { OperationList } from "./operation-list";
import { OperationView } from "./operation-view";
import { Welcome } from "./welcome";
import { say } from "./words";

function ApiSkeleton() {
  return (
    <Loading text={say.loadingTheAPI}>
      <div className="grid gap-8 lg:grid-cols-[280px_minmax(0,1fr)]">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card max-lg:hidden" />
      </div>
    </Loading>
  );
}

function NoSuchCall() {
  return (
    <Empty
      drawing="page"
      title={say.thereIsNoSuchCall}
      text={say.thisVersionOfTheAPI}
      action={
        <Button asChild look="accent">
          <Link to="/api-reference">{say.allCalls}</Link>
        </Button>
      }
    />
  );
}

function Reference({ document }: { document: ApiDocument }) {
  const operations = useMemo(() => operationsOf(document), [document]);
  const id = sectionOf(useLocation().hash);
  // A reader of the shell's own anchors is not looking for a call.
  const chosen = id !== "" && id !== "main";
  const operation = operations.find((one): one is Operation => one.id === id);
  return (
    <div className="lg:grid lg:grid-cols-[280px_minmax(0,1fr)] lg:gap-10">
      <div
        className={cn(
          "self-start lg:sticky lg:top-20 lg:flex lg:max-h-[calc(100dvh-6rem)] lg:flex-col",
          chosen && "max-lg:hidden",
        )}
      >
        <OperationList operations={operations} tags={document.tags} current={id} />
      </div>
      <div className="min-w-0">
        {chosen ? (
          <p className="mb-4 text-13 lg:hidden">
            <Link to="/api-reference" className="link">
              {say.allCalls}
            </Link>
          </p>
        ) : null}
        {operation ? <OperationView key={id} document={document} operation={operation} /> : null}
        {chosen && !operation ? <NoSuchCall /> : null}
        {chosen ? null : <Welcome document={document} />}
      </div>
    </div>
  );
}

/** What it asks first, asked while somebody still points at its link. */
export const ahead = apiDocumentAhead;

/** The API's reference, made from the document that this very server answers. */
export default function ApiPage() {
  useTitle("API");
  const { data, error, isLoading, mutate } = useApiDocument();
  return (
    <>
      <PageHeader title={say.api} lead={say.everythingTheDashboardDoesYour} />
      <div className="mt-8">
        {data ? <Reference document={data} /> : null}
        {!data && isLoading ? <ApiSkeleton /> : null}
        {!data && error && !isLoading ? (
          <Empty
            role="alert"
            drawing="broken"
            title={say.theAPIsDescriptionCouldNot}
            text={messageOf(error)}
            action={
              <Button look="accent" onClick={() => void mutate()}>
                {say.tryAgain}
              </Button>
            }
          />
        ) : null}
      </div>
    </>
  );
}
