export function PlotCategories() {
  return <p>PlotCategories</p>;
}
