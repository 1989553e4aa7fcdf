import type { Place } from "./place.ts";

/** What was measured of a line. */
export interface Finding {
  figure: string;
  holds: boolean;
}

/** A test that proves a line or a part of it: its file below tests/, and a part of its name where not all of the file counts. */
export interface Proof {
  file: string;
  name?: string;
}

/** Something that must hold of the portal. */
export interface Line {
  number: number;
  what: string;
  target: string;
  measure?: (place: Place) => Promise<Finding>;
  proofs?: readonly Proof[];
}
