/** The years offered at the moment, both ends included. */
export interface YearRange {
  first: number;
  last: number;
}

const around = 5;
const furthestBack = 10;

/** Five years to each side of this one, and as far as the year already chosen. */
export function yearsAround(thisYear: number, chosen: number | undefined): YearRange {
  const held = chosen ?? thisYear;
  return { first: Math.min(thisYear - around, held), last: Math.max(thisYear + around, held) };
}

/** One more year at the end, without a limit. */
export function later({ first, last }: YearRange): YearRange {
  return { first, last: last + 1 };
}

/** One more year at the start, back to ten years ago; the same object when there is none. */
export function earlier(range: YearRange, thisYear: number): YearRange {
  return range.first > thisYear - furthestBack ? { ...range, first: range.first - 1 } : range;
}

export function yearsOf({ first, last }: YearRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
