import type { AcceptanceContext } from "./portal-process.ts";

/** What was measured of a line. */
export interface CheckResult {
  summary: string;
  passed: boolean;
}

/** Tests that prove a line or a part of it. */
export interface TestSelection {
  /** Their file below tests/. */
  file: string;
  /** Each is the whole title of a test, or of a group of them; a place that is filled in for each, like %s or $name, stands for any text. */
  titles: readonly string[];
  /** So many tests must there be, where their number is a part of what is promised. */
  minTests?: number;
}

type Measurement = (place: AcceptanceContext) => Promise<CheckResult>;

/** Something that must hold of the portal. */
export interface Requirement {
  number: number;
  title: string;
  target: string;
  measure?: Measurement;
  tests?: readonly TestSelection[];
  /** To what its tests keep in the short form. */
  shortRunNote?: string;
  /** It is looked at with a browser, for which the client must have been built. */
  needsClientBuild?: true;
}

/** One after the other; all of them must hold. */
export function runInSequence(...measures: readonly Measurement[]): Measurement {
  return async (place) => {
    const findings: CheckResult[] = [];
    for (const measure of measures) findings.push(await measure(place));
    return {
      summary: findings.map(({ summary }) => summary).join("; "),
      passed: findings.every(({ passed }) => passed),
    };
  };
}
