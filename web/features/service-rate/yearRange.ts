/** The years offered at the moment, both ends included. */
export interface YearRange {
  first: number;
  last: number;
}

const yearsPerSide = 5;
const maxYearsBack = 10;

/** Five years to each side of this one, and as far as the year already chosen. */
export function createYearRange(thisYear: number, chosen: number | undefined): YearRange {
  const held = chosen ?? thisYear;
  return { first: Math.min(thisYear - yearsPerSide, held), last: Math.max(thisYear + yearsPerSide, held) };
}

/** One more year at the end, without a limit. */
export function extendForward({ first, last }: YearRange): YearRange {
  return { first, last: last + 1 };
}

/** One more year at the start, back to ten years ago; the same object when there is none. */
export function extendBack(range: YearRange, thisYear: number): YearRange {
  return range.first > thisYear - maxYearsBack ? { ...range, first: range.first - 1 } : range;
}

export function listYears({ first, last }: YearRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
