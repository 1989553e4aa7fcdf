import { onTestFinished } from "vitest";
import { planWalk, WalkRunner } from "./money-walk.ts";
import { TestRandom } from "./test-random.ts";

/**
 * Number of walks of the long form, which two test files share, so that two workers run it. The acceptance run makes 200
 * from another seed each time; without a number the walks are always the same, so that no change fails at random.
 */
const { MODEL_RUNS } = process.env;
const firstSeed = MODEL_RUNS === undefined ? 7_000 : new TestRandom().seed;

/** Runs the first or the second half of the long form. */
export function runLongWalks(half: 0 | 1): Promise<void> {
  const walks = Math.ceil(Number(MODEL_RUNS ?? 40) / 2);
  return runWalks({ walks, length: 50, seed: firstSeed + half * walks });
}

/** A failure prints the seed of its walk, and then the operations of a shorter one with a difference. */
export async function runWalks({
  walks,
  length,
  seed,
}: {
  walks: number;
  length: number;
  seed: number;
}): Promise<void> {
  const runner = new WalkRunner();
  onTestFinished(() => runner.close(), 60_000);
  console.log(`SEED=${seed}`);
  const startedAt = performance.now();
  for (let walk = 0; walk < walks; walk++) {
    const planned = planWalk(seed + walk, length);
    try {
      await runner.run(planned);
    } catch (error) {
      console.error(`SEED=${seed + walk}`, error);
      await runner.run(await runner.reduce(planned));
      throw error;
    }
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${walks} walks in ${seconds.toFixed(1)} s`, runner.counts);
}
