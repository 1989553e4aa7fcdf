export function Expenses() {
  return <p>Expenses</p>;
}
