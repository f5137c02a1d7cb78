import { useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { type Campaign, readCampaign } from "@/api/campaigns";
import { isStatus, messageOf } from "@/api/problem";
import { lazyCode } from "@/lib/code";
import { useFilter, useTitle } from "@/lib/hooks";
import { warn } from "@/lib/notify";
import { reportPath } from "@/lib/paths";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Loading, Skeleton } from "@/ui/surface";
import { WorkbenchLoading } from "@/workbench/loading";
import { hasReport, isEditable } from "../row-actions";
import { Letter } from "./letter";
import { say } from "./words";

const DesignLoading = () => <WorkbenchLoading text={say.loadingCampaign} />;
const DesignView = lazyCode(() => import("./design-view"), DesignLoading);

interface Found {
  attempt: string;
  campaign?: Campaign;
  error?: unknown;
}

/** The campaign as the server has it, read anew at each attempt; one that is written no more leads to its report. */
function useOpened(newsletter_id: number, id: number, attempt: string) {
  const [found, setFound] = useState<Found>({ attempt });
  const navigate = useNavigate();
  useEffect(() => {
    let isCurrent = true;
    readCampaign({ newsletter_id, id }).then(
      (campaign) => {
        if (!isCurrent) return;
        if (isEditable(campaign)) return setFound({ attempt, campaign });
        if (!hasReport(campaign)) warn(say.thisCampaignWasCancelledAnd);
        void navigate(hasReport(campaign) ? reportPath(newsletter_id, id) : "/campaigns", { replace: true });
      },
      (error: unknown) => isCurrent && setFound({ attempt, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [newsletter_id, id, attempt, navigate]);
  // What an earlier attempt found is not shown, not even until the next answer.
  return found.attempt === attempt ? found : { attempt };
}

function NotThere({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = isStatus(error, 404);
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 pt-8 sm:px-8">
      <Empty
        role="alert"
        drawing={missing ? "page" : "broken"}
        title={missing ? say.campaignNotFound : say.theCampaignCouldNotBe}
        text={missing ? say.itMayHaveBeenDeleted : messageOf(error)}
        action={
          <>
            {missing ? null : <Button onClick={onRetry}>{say.tryAgain}</Button>}
            <Button asChild>
              <Link to="/campaigns">{say.allCampaigns}</Link>
            </Button>
          </>
        }
      />
    </div>
  );
}

function PageLoading() {
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 pt-18 sm:px-8">
      <Loading text={say.loadingCampaign}>
        <div className="grid grid-cols-1 gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div>
            <Skeleton className="mt-6 h-11" />
            <Skeleton className="mt-14 h-9" />
            <Skeleton className="mt-14 h-[56dvh]" />
          </div>
          <Skeleton className="h-96 max-lg:hidden" />
        </div>
      </Loading>
    </div>
  );
}

/** Where a campaign is written. */
export default function WritePage() {
  const { newsletterId, campaignId } = useParams();
  const [attempt, setAttempt] = useState(0);
  const [mode] = useFilter("mode", ["design"]);
  const key = `${mode}-${attempt}`;
  const { campaign, error } = useOpened(Number(newsletterId), Number(campaignId), key);
  const reload = () => setAttempt((now) => now + 1);
  useTitle(say.editCampaign);
  if (error) return <NotThere error={error} onRetry={reload} />;
  if (mode === "design") {
    return campaign ? <DesignView key={key} campaign={campaign} reload={reload} /> : <DesignLoading />;
  }
  return campaign ? <Letter key={key} opened={campaign} /> : <PageLoading />;
}
