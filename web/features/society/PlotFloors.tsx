export function PlotFloors() {
  return <p>PlotFloors</p>;
}
