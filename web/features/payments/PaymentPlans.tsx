export function PaymentPlans() {
  return <p>PaymentPlans</p>;
}
