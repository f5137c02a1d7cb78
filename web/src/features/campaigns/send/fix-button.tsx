import { Link } from "react-router";
import type { Campaign, Check } from "@/api/campaigns";
import { designPath } from "@/lib/paths";
import { Button } from "@/ui/button";

type Fix = NonNullable<Check["fix"]>;
/** Where a campaign is worked on. */
export type Place = "edit" | "test" | "schedule";

/** The page where a finding is put right; null when it is in a dialog, or on the page one writes on. */
function hrefOf({ target, href }: Fix, campaign: Campaign, designed: boolean): string | null {
  if (target === "content" && designed) return designPath(campaign.newsletter_id, campaign.id);
  if (target === "content" || target === "subject" || target === "schedule") return null;
  if (href) return href;
  if (target === "newsletter") return `/newsletters?edit=${campaign.newsletter_id}`;
  return target === "domain" ? "/domains" : `/subscribers?newsletter=${campaign.newsletter_id}`;
}

interface FixProps {
  fix: Fix;
  campaign: Campaign;
  designed: boolean;
  onGo: (place: Place, target: Fix["target"]) => void;
}

/** Leads to where a finding is put right. */
export function FixButton({ fix, campaign, designed, onGo }: FixProps) {
  const href = hrefOf(fix, campaign, designed);
  if (href) {
    return (
      <Button asChild size="small">
        <Link to={href}>{fix.label}</Link>
      </Button>
    );
  }
  return (
    <Button size="small" onClick={() => onGo(fix.target === "schedule" ? "schedule" : "edit", fix.target)}>
      {fix.label}
    </Button>
  );
}
