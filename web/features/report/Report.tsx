export function Report() {
  return <p>Report</p>;
}
