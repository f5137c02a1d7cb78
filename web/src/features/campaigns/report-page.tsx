export default function ReportPage() {
  return <h1>Report</h1>;
}
