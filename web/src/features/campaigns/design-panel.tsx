import { LayoutTemplate } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import type { Campaign } from "@/api/campaigns";
import { designPath } from "@/lib/paths";
import { Button } from "@/ui/button";
import { say } from "./words";

/** The renderer comes only where there is a design to show. */
const DesignThumbnail = lazy(() => import("./design-thumbnail"));

interface Props {
  campaign: Campaign;
}

function about({ blocks, html_content, text_content }: Campaign): string {
  if (blocks !== null) return say.madeInTheTemplateEditor;
  return html_content || text_content ? say.theTemplateEditorStartsWith : say.theTemplateEditorStartsWithA;
}

/** The design a campaign has, and the way to change it. */
export function DesignPanel({ campaign }: Props) {
  const hasDesign = campaign.blocks !== null;
  return (
    <div className="rounded-card border border-line">
      {hasDesign ? (
        <Suspense fallback={<div className="h-52" />}>
          <DesignThumbnail campaign={campaign} />
        </Suspense>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="min-w-0 flex-1 basis-60 text-13 text-muted">{about(campaign)}</p>
        <Button asChild size="small">
          <Link to={designPath(campaign.newsletter_id, campaign.id)}>
            <LayoutTemplate />
            {hasDesign ? say.editDesign : say.openTheEditor}
          </Link>
        </Button>
      </div>
    </div>
  );
}
