/** The value at a fraction of the sorted values, 0.5 for the median; 0 if there are none. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function formatMs(value: number): string {
  return `${Math.round(value)} ms`;
}
