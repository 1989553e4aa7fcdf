import { onTestFinished } from "vitest";
import { planWalk, WalkRunner } from "./money-walk.ts";
import { testSeed } from "./test-random.ts";

/**
 * Number of walks of the soak test, which two test files share so that two workers run it. `npm run acceptance` runs
 * 200, with another seed each time.
 */
const walkCount = Number(process.env.MODEL_RUNS ?? 30);

/** Runs the first or the second half of the soak test. */
export function runLongWalks(half: 0 | 1): Promise<void> {
  const walks = Math.ceil(walkCount / 2);
  return runWalks({ walks, length: 50, seed: testSeed + half * walks });
}

/**
 * Runs walks with seeds that follow each other. A failed walk prints its seed, with which the first walk of another run
 * repeats it; then the shortest part of it that also fails prints its operations.
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
