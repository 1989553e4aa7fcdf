import { onTestFinished } from "vitest";
import { planWalk, WalkRunner } from "./money-walk.ts";
import { testSeed } from "./test-random.ts";

/**
 * Number of walks of the soak test, whose halves are two test files, so that two workers run it. `npm run acceptance`
 * runs 200 in a full run and 12 in a short one, with another seed each time.
 */
const walkCount = Number(process.env.MODEL_RUNS ?? 30);

/** Runs the first or the second half of the soak test. */
export function runLongWalks(half: 0 | 1): Promise<void> {
  const walks = Math.ceil(walkCount / 2);
  return runWalks({ walks, length: 50, seed: testSeed + half * walks });
}

/**
 * Runs walks with consecutive seeds. Prints the seed of a failed walk; with it as SEED, the test (or its first half)
 * begins with this walk. Then runs the shortest part of that walk that also fails, whose error lists its operations.
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
