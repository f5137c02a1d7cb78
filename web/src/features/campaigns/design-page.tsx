import { Navigate, useParams } from "react-router";
import { designPath } from "@/lib/paths";

/** Where designs were before campaigns had a page of their own. */
export default function DesignPage() {
  const { newsletterId, campaignId } = useParams();
  return <Navigate to={designPath(Number(newsletterId), Number(campaignId))} replace />;
}
