export function PlotTypes() {
  return <p>PlotTypes</p>;
}
