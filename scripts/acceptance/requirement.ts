import type { Mongo } from "../lib/mongo.ts";

/** What all measurements of a run share. */
export interface AcceptanceContext {
  mongo: Mongo;
  folder: string;
  /** Measurements repeat less often, see `--short`. */
  isShort: boolean;
  seed: number;
}

/** The result of one measurement or of the tests of a requirement. */
export interface CheckResult {
  summary: string;
  passed: boolean;
}

type Measurement = (context: AcceptanceContext) => Promise<CheckResult>;

/** A requirement on the portal, checked by a measurement, by tests with the tag `requirement-N`, or by both. */
export interface Requirement {
  number: number;
  title: string;
  /** The values that the check requires. */
  target: string;
  measure?: Measurement;
  /** The check fails if fewer tests carry the tag, for example because one lost it. */
  minTests?: number;
  /** What the tests do in the short run instead of the target. */
  shortRunNote?: string;
  /** The web client must be built, because the measurement opens a browser. */
  needsClientBuild?: true;
}

/** Runs the measurements one after the other; all of them must pass. */
export function runInSequence(...measurements: readonly Measurement[]): Measurement {
  return async (context) => {
    const results: CheckResult[] = [];
    for (const measure of measurements) results.push(await measure(context));
    return combineResults(results);
  };
}

/** Passes if there are results and all of them pass. */
export function combineResults(results: readonly CheckResult[]): CheckResult {
  return {
    summary: results.map(({ summary }) => summary).join("; "),
    passed: results.length > 0 && results.every(({ passed }) => passed),
  };
}
