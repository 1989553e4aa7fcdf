import type { Mongo } from "../lib/mongo.ts";

/** The values that all checks of a run share. */
export interface AcceptanceContext {
  mongo: Mongo;
  /** A temporary folder for the data of MongoDB and of the portals. */
  folder: string;
  /** Checks repeat less often, see `--short`. */
  isShort: boolean;
  seed: number;
}

/** The result of one check or of the tests of a requirement. */
export interface CheckResult {
  summary: string;
  passed: boolean;
}

type Check = (context: AcceptanceContext) => Promise<CheckResult>;

/** A requirement on the portal: with a check, with tests with the tag `requirement-N`, or with both. */
export interface Requirement {
  number: number;
  title: string;
  /** The required values. */
  target: string;
  check?: Check;
  /** The requirement fails if fewer tests carry its tag, for example because one lost it. */
  minTests?: number;
  /** What the tests do in the short run instead of the target. */
  shortRunNote?: string;
  /** The web client must be built, because the check opens a browser. */
  needsClientBuild?: true;
}

/** Runs the checks one after the other; all of them must pass. */
export function runInSequence(...checks: readonly Check[]): Check {
  return async (context) => {
    const results: CheckResult[] = [];
    for (const check of checks) results.push(await check(context));
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
