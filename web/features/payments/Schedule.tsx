export function Schedule() {
  return <p>Schedule</p>;
}
