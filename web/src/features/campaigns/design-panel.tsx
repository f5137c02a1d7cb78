import { LayoutTemplate } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import type { Campaign } from "@/api/types";
import { Button } from "@/ui/button";

/** The renderer comes only where there is a design to show. */
const DesignThumbnail = lazy(() => import("./design-thumbnail"));

export const designPath = (campaign: Pick<Campaign, "id" | "newsletter_id">) =>
  `/campaigns/${campaign.newsletter_id}/${campaign.id}/design`;

/** The design a campaign has, and the way to change it. */
export function DesignPanel({ campaign }: { campaign: Campaign }) {
  const hasDesign = campaign.blocks !== null;
  return (
    <div className="rounded-card border border-line">
      {hasDesign ? (
        <Suspense fallback={<div className="h-52" />}>
          <DesignThumbnail campaign={campaign} />
        </Suspense>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="text-13 text-muted">
          {hasDesign ? "Made in the template editor." : "The template editor starts with a blank mail."}
        </p>
        <Button asChild size="small">
          <Link to={designPath(campaign)}>
            <LayoutTemplate />
            {hasDesign ? "Edit design" : "Open the editor"}
          </Link>
        </Button>
      </div>
    </div>
  );
}
