import { SeededRandom } from "../../server/seed/demo/seeded-random.ts";

/**
 * The seed of everything that tests draw at random. It is fixed, so that every run makes the same choices and no test
 * fails by luck; the environment variable SEED sets another one. Only the properties in tests/unit get other inputs in
 * each run, see setup-random.ts.
 */
export const testSeed = Number(process.env.SEED ?? 20261115);

/** Pseudo-random numbers of a test. */
export class TestRandom extends SeededRandom {
  readonly seed: number;

  constructor(seed = testSeed) {
    super(seed);
    this.seed = seed;
  }

  /** An integer from 0 to `end` - 1. */
  below(end: number): number {
    return this.between(0, end - 1);
  }
}
