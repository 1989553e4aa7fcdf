import { SeededRandom } from "../../server/seed/demo/seeded-random.ts";

/**
 * Pseudo-random numbers of a test run; a failed run is repeated by setting the environment variable SEED to its seed.
 */
export class TestRandom extends SeededRandom {
  readonly seed: number;

  /** Uses the environment variable SEED, else a random seed. */
  constructor(seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))) {
    super(seed);
    this.seed = seed;
  }

  /** An integer from 0 to `end` - 1. */
  below(end: number): number {
    return this.between(0, end - 1);
  }
}
