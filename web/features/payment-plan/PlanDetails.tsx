export function PlanDetails() {
  return <p>PlanDetails</p>;
}
