export default function CampaignsPage() {
  return <h1>Campaigns</h1>;
}
