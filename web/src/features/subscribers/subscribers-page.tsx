export default function SubscribersPage() {
  return <h1>Subscribers</h1>;
}
