export function Plots() {
  return <p>Plots</p>;
}
