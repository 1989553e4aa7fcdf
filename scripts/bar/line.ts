import type { Place } from "./place.ts";

/** What was measured of a line. */
export interface Finding {
  figure: string;
  holds: boolean;
}

/** Tests that prove a line or a part of it. */
export interface Proof {
  /** Their file below tests/. */
  file: string;
  /** Each is the whole title of a test, or of a group of them; a place that is filled in for each, like %s or $name, stands for any text. */
  titles: readonly string[];
  /** So many tests must there be, where their number is a part of what is promised. */
  least?: number;
}

type Measure = (place: Place) => Promise<Finding>;

/** Something that must hold of the portal. */
export interface Line {
  number: number;
  what: string;
  target: string;
  measure?: Measure;
  proofs?: readonly Proof[];
  /** To what its tests keep in the short form. */
  inShort?: string;
  /** It is looked at with a browser, for which the client must have been built. */
  client?: true;
}

/** One after the other; all of them must hold. */
export function together(...measures: readonly Measure[]): Measure {
  return async (place) => {
    const findings: Finding[] = [];
    for (const measure of measures) findings.push(await measure(place));
    return {
      figure: findings.map(({ figure }) => figure).join("; "),
      holds: findings.every(({ holds }) => holds),
    };
  };
}
