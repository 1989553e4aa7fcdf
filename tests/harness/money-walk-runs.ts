import { onTestFinished } from "vitest";
import { planWalk, WalkRunner } from "./money-walk.ts";
import { testSeed } from "./test-random.ts";

/**
 * Number of walks of the long form, which two test files share, so that two workers run it. The acceptance run makes 200
 * from another seed each time.
 */
const walkCount = Number(process.env.MODEL_RUNS ?? 30);

/** Runs the first or the second half of the long form. */
export function runLongWalks(half: 0 | 1): Promise<void> {
  const walks = Math.ceil(walkCount / 2);
  return runWalks({ walks, length: 50, seed: testSeed + half * walks });
}

/**
 * A failure prints the seed of its walk, with which the first walk of a run repeats it, and then the operations of a
 * shorter one with a difference.
 */
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
