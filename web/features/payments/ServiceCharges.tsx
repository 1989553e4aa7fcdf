export function ServiceCharges() {
  return <p>ServiceCharges</p>;
}
