/** The value below which the share `rank` (0 to 1) of the values lies, by nearest rank. NaN without values. */
export function percentile(values: readonly number[], rank: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(rank * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function least(values: readonly number[]): number {
  return percentile(values, 0);
}
